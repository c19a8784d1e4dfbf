import type { GatewayError, Note, Usage } from '@parley/protocol';

/**
 * Turns an upstream's stream into the caller's, synchronously: bytes in, text out. It never throws
 * for what an upstream sends.
 */
export interface Lane {
  /** Takes a chunk and gives what the caller may see of it now, perhaps nothing. */
  push(chunk: Uint8Array): string;
  /** The upstream closed. */
  close(): string;
  /** Breaks the stream off for a reason of ours. */
  fail(error: GatewayError): void;
  /** `ended` and `failed` are final. */
  readonly state: 'open' | 'ended' | 'failed';
  /** True once content of the answer has come out. */
  readonly started: boolean;
  /** The last text: the end mark or the error event. It is written once the exchange is settled. */
  readonly lastText: string;
  /** What broke the stream. */
  readonly error: GatewayError | undefined;
  readonly usage: Usage | undefined;
  readonly notes: readonly Note[];
}
