// The finish reason of an answer whose calls contradict it, for the formats of OpenAI.
import type { FinishReason } from '../../canonical/finish.ts';

/** Reasons that mean "ready" or nothing; beside a call they all mean that the call waits. */
const completions: ReadonlySet<FinishReason> = new Set([
  'stop',
  'stop-sequence',
  'calls',
  'pause',
  'fault',
]);

/**
 * Decides from the parts whether an answer waits for calls. Servers say `stop`, `eos` or nothing
 * beside a call, and an agent that believes them never runs the tool.
 */
export function settleReason(reason: FinishReason, hasCalls: boolean): FinishReason {
  if (hasCalls) return completions.has(reason) ? 'calls' : reason;
  return reason === 'calls' ? 'stop' : reason;
}
