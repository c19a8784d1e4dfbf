// Names and limits of chat completions that several files of the dialect look up.
import type { FinishReason } from '../../canonical/finish.ts';
import type { ChatFinishReason } from './types.ts';

/** Whose files the ids of a chat request name, as no field says it. */
export const homeVendor = 'openai';

/**
 * What the values of `finish_reason` mean. The first five are the official ones
 * (`openai` 7.55.0 `ChatCompletion.Choice`); the others are seen from compatible servers.
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

/** What a word of the wire means; `undefined` for values nobody documented. */
export function meaningOf(native: string): FinishReason | undefined {
  return Object.hasOwn(meanings, native) ? meanings[native] : undefined;
}

/** The nearest word of the official list for each reason. */
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

/** Media types of the two audio formats that requests may carry. */
export const audioFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
};
