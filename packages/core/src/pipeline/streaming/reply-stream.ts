/** The interface of a streamed reply, which passthrough and translation implement and `StreamPump` drives. */
import type { GatewayError, Note } from '@parley/protocol';

/**
 * Converts the stream of an upstream into the stream for the client, synchronously: bytes in, text out. It
 * never throws, whatever an upstream sends. It meters the text, and ends the reply when it exceeds the token
 * budget.
 */
export interface ReplyStream {
  /** Takes a chunk and returns the text for the client, possibly empty. */
  push(chunk: Uint8Array): string;
  /** Returns text that waits for the next chunk; absent where none ever does. */
  readonly release?: (() => string) | undefined;
  /** The upstream closed its stream. */
  close(): string;
  /** Ends the reply with an error. */
  fail(error: GatewayError): void;
  /** Replaces the end mark, which is not yet written, with an error event. Does nothing for other states. */
  replaceEnd(error: GatewayError): void;
  /** `ended` and `failed` are final. */
  readonly state: 'open' | 'ended' | 'failed';
  /** True once only usage and the end of the upstream's stream may still follow. */
  readonly isComplete: boolean;
  /** True once content, such as text or a tool call, has been returned. */
  readonly started: boolean;
  /** The end mark or the error event. It is written once the exchange is settled. */
  readonly lastText: string;
  /** Why the reply failed. */
  readonly error: GatewayError | undefined;
  /** Notes on the translation of the stream so far. */
  readonly notes: readonly Note[];
  /** True for a translation, whose notes are complete only at its end. */
  readonly isTranslated: boolean;
}
