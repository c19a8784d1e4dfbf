// Names and limits of Chat Completions that several files of the dialect use.
import type { FinishReason } from '../../canonical/reply.ts';
import type { ChatFinishReason } from './types.ts';

/**
 * The meaning of `finish_reason` values. The first five are the official ones (`openai` 7.55.0
 * `ChatCompletion.Choice`); the others have been observed from compatible servers: `model_length` and `error` from
 * Mistral, `model_context_window_exceeded` from Z.AI, `abort` and `repetition` from vLLM (`FINISH_REASON_STRINGS`; the
 * first also from SGLang), `function_call_filter` from Google.
 */
const meanings: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'calls',
  function_call: 'calls',
  content_filter: 'filter',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  tool_use: 'calls',
  max_tokens: 'length',
  model_length: 'context',
  model_context_window_exceeded: 'context',
  refusal: 'filter',
  safety: 'filter',
  sensitive: 'filter',
  error: 'fault',
  network_error: 'fault',
  insufficient_system_resource: 'fault',
  abort: 'fault',
  repetition: 'fault',
  function_call_filter: 'fault',
};

/**
 * The canonical meaning of a wire value; `undefined` for undocumented values. Google adds its own reason after a colon, as
 * in `content_filter: PROHIBITED_CONTENT`.
 */
export function meaningOf(native: string): FinishReason | undefined {
  const [word = ''] = native.split(':', 1);
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined;
}

/** The nearest official value for each finish reason. */
export const wireFinishReasons: Readonly<Record<FinishReason, ChatFinishReason>> = {
  stop: 'stop',
  'stop-sequence': 'stop',
  length: 'length',
  context: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
  pause: 'stop',
  fault: 'stop',
};

/** Media types of the two audio formats that requests support. */
export const audioFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
};
