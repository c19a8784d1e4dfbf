/** Every buffer has a limit and every wait a timer; these are their sizes. */
export interface Limits {
  /** Largest request body, in bytes. */
  readonly requestBytes: number;
  /** Longest silence while a request body arrives, in milliseconds. */
  readonly requestIdleMs: number;
  /** Largest whole answer of an upstream, in bytes. */
  readonly replyBytes: number;
  /** Largest error answer of an upstream that is read, in bytes. */
  readonly errorBytes: number;
  /** How many exchanges may run at once in this process. */
  readonly exchanges: number;
  /** Silence after which a stream gets a keep-alive frame, in milliseconds. */
  readonly keepAliveMs: number;
  /** How long an answer is kept for its caller, in milliseconds. */
  readonly keptResponseMs: number;
  /** Longest answer that is kept, with its input, in characters of JSON text. */
  readonly keptResponseLength: number;
  /** How long a stream's first content is awaited before the answer's head is sent, in milliseconds. */
  readonly peekMs: number;
  /** How long an exchange waits for what others of its key or account hold, in milliseconds. */
  readonly quotaWaitMs: number;
  /** How many ends of exchanges are kept for a store that is down. */
  readonly keptSettlements: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: Limits = {
  requestBytes: 32 * mebibyte,
  requestIdleMs: 30_000,
  replyBytes: 16 * mebibyte,
  errorBytes: mebibyte,
  exchanges: 10_000,
  keepAliveMs: 15_000,
  keptResponseMs: 30 * 24 * 60 * 60 * 1_000,
  keptResponseLength: 16 * mebibyte,
  peekMs: 5_000,
  quotaWaitMs: 10_000,
  keptSettlements: 10_000,
};
