// Corrects the finish reason of a reply that contradicts its tool calls, for OpenAI's formats.
import type { FinishReason } from '../../canonical/reply.ts';

/**
 * Reasons that mean that the model is done, or nothing. If there is a call, they all mean that the call
 * waits.
 */
const completions: ReadonlySet<FinishReason> = new Set([
  'stop',
  'stop-sequence',
  'calls',
  'pause',
  'fault',
]);

/**
 * Decides from the parts whether a reply waits for tool results. Servers send `stop`, `eos` or nothing with a
 * call, and an agent that trusts them never runs the tool.
 */
export function settleReason(reason: FinishReason, hasCalls: boolean): FinishReason {
  if (hasCalls) return completions.has(reason) ? 'calls' : reason;
  return reason === 'calls' ? 'stop' : reason;
}
