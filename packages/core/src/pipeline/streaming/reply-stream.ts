import type { GatewayError, Note } from '@parley/protocol';

/**
 * Turns an upstream's stream into the caller's, synchronously: bytes in, text out. It never throws
 * for what an upstream sends. It counts on its meter what passes, and ends the answer by itself
 * where that goes beyond what is held for it.
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
  readonly notes: readonly Note[];
  /** True where the answer is translated, so that notes may come until its end. */
  readonly isTranslated: boolean;
}
