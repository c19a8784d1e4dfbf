/**
 * Why an answer ended.
 * - `stop`: the model had said everything. `stop-sequence`: it met a stop string of the request.
 * - `length`: the output limit. `context`: the context window was full.
 * - `calls`: it waits for the results of tool calls.
 * - `filter`: a safety system stopped it or the model refused.
 * - `pause`: a long turn was interrupted and may be continued.
 * - `fault`: the model or its server made a mistake, such as a malformed call.
 */
export type FinishReason =
  'stop' | 'stop-sequence' | 'length' | 'context' | 'calls' | 'filter' | 'pause' | 'fault';

/** The shared word, and the upstream's own word where it says more. */
export interface Finish {
  readonly reason: FinishReason;
  /** The wire's own value, such as `eos`; kept for logs and notes. */
  readonly native?: string;
  /** The stop string that was met, for `stop-sequence`. */
  readonly stopSequence?: string;
}
