// Replies in each dialect that the probes share.
import type { JsonObject } from '../../json/value.ts';

/** The plain text block of Anthropic Messages. */
export const hi = { type: 'text', text: 'Hi.' };
/** The content and the stop reason of an Anthropic Messages reply. */
export const messagesReply = (content: JsonObject[], stop = 'end_turn'): JsonObject => ({
  content,
  stop_reason: stop,
});
/** The plain text of a Responses reply, with further fields. */
export const outputText = (more: JsonObject = {}): JsonObject => ({
  type: 'output_text',
  text: 'Hi.',
  annotations: [],
  logprobs: [],
  ...more,
});
/** A call in the output of a Responses reply. */
export const responseCall = (id: string, name: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: '{"city":"Oslo"}',
  status: 'completed',
});
/** A call of a Chat Completions reply. */
export const chatCall = (id: string, name: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: '{"city":"Oslo"}' },
});
