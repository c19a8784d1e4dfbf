// Replies in each dialect that the probes share.
import type { JsonObject } from '../../json/value.ts';

/** The plain text block of messages. */
export const hi = { type: 'text', text: 'Hi.' };
/** The content of a messages reply and why it ended. */
export const messagesReply = (content: JsonObject[], stop = 'end_turn'): JsonObject => ({
  content,
  stop_reason: stop,
});
/** The plain text of a response, with more beside it. */
export const outputText = (more: JsonObject = {}): JsonObject => ({
  type: 'output_text',
  text: 'Hi.',
  annotations: [],
  logprobs: [],
  ...more,
});
/** A call among the output of a response. */
export const responseCall = (id: string, name: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: '{"city":"Oslo"}',
  status: 'completed',
});
/** A call of a chat reply. */
export const chatCall = (id: string, name: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: '{"city":"Oslo"}' },
});
