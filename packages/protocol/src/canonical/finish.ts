// The finish reasons of replies, which decoders return and encoders take.
/**
 * Why a reply ended.
 * - `stop`: the model was done. `stop-sequence`: it generated a stop string of the request.
 * - `length`: output token limit. `context`: the context window was full.
 * - `calls`: it waits for the results of tool calls.
 * - `filter`: a safety system stopped it or the model refused.
 * - `pause`: a long turn was interrupted and may be continued.
 * - `fault`: the model or its server made a mistake, such as a malformed call.
 */
export type FinishReason =
  'stop' | 'stop-sequence' | 'length' | 'context' | 'calls' | 'filter' | 'pause' | 'fault';

/** The finish reason in canonical form, and the upstream's own value if it says more. */
export interface Finish {
  readonly reason: FinishReason;
  /** The value on the wire, such as `eos`; kept for logs and notes. */
  readonly native?: string;
  /** The stop string that was generated, for `stop-sequence`. */
  readonly stopSequence?: string;
}
