// Names and limits of Chat Completions that several files of the dialect use.
import type { FinishReason } from '../../canonical/reply.ts';
import type { ChatFinishReason } from './types.ts';

/**
 * The meaning of `finish_reason` values. The first five are the official ones (`openai` 7.55.0
 * `ChatCompletion.Choice`); the others have been observed from compatible servers.
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
  refusal: 'filter',
  safety: 'filter',
  sensitive: 'filter',
  error: 'fault',
  network_error: 'fault',
  insufficient_system_resource: 'fault',
};

/** The canonical meaning of a wire value; `undefined` for undocumented values. */
export function meaningOf(native: string): FinishReason | undefined {
  return Object.hasOwn(meanings, native) ? meanings[native] : undefined;
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
