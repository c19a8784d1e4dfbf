/** The contract of a streamed reply, which passthrough and translation implement and `StreamPump` drives. */
import type { GatewayError, Note } from '@parley/protocol';

/**
 * Turns the stream of an upstream into the caller's, synchronously: bytes in, text out. It throws for
 * nothing that an upstream sends. It measures what passes, and ends the reply where that exceeds the
 * token budget.
 */
export interface ReplyStream {
  /** Takes a chunk and gives the text for the caller, perhaps none. */
  push(chunk: Uint8Array): string;
  /** The upstream closed its stream. */
  close(): string;
  /** Ends the reply with an error. */
  fail(error: GatewayError): void;
  /** `ended` and `failed` are final. */
  readonly state: 'open' | 'ended' | 'failed';
  /** True once text of the model, a tool call or the like has come out. */
  readonly started: boolean;
  /** The end mark or the error event. It is written once the exchange is settled. */
  readonly lastText: string;
  /** Why the reply failed. */
  readonly error: GatewayError | undefined;
  /** What the translation of the stream has changed so far. */
  readonly notes: readonly Note[];
  /** True for a translation, whose notes are complete only at its end. */
  readonly isTranslated: boolean;
}
