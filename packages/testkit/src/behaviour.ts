import { toBytes } from './wire/bytes.ts';
import type { HeaderLine } from './wire/head.ts';

/**
 * One thing an upstream does on a connection.
 * - `send`: writes bytes in one go. `repeat`: writes them many times, at the reader's pace.
 * - `wait`: does nothing for so many milliseconds; 0 is one turn of the event loop.
 * - `hold`: waits until the test calls `release()`. `stall`: waits until the client leaves.
 * - `await-reuse`: waits until the client sends something more on this connection.
 * - `done`: the answer is complete; a client that goes now has not left early.
 * - `finish`: closes its side (FIN). `reset`: breaks the connection (RST).
 */
export type Step =
  | { readonly step: 'send'; readonly bytes: Uint8Array }
  | { readonly step: 'repeat'; readonly bytes: Uint8Array; readonly times: number }
  | { readonly step: 'wait'; readonly milliseconds: number }
  | { readonly step: 'hold' | 'stall' | 'await-reuse' | 'done' | 'finish' | 'reset' };

/** An HTTP answer, still open to be paced or damaged before it is laid out as bytes. */
export interface Answer {
  readonly type: 'answer';
  /** Played before the head: delays and interim answers. */
  readonly before: readonly Step[];
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
  /**
   * `length` and `chunked` add their header; `close` ends with the connection; `none` adds nothing
   * and writes the body as it is, for framings given by hand.
   */
  readonly framing: 'length' | 'chunked' | 'close' | 'none';
  /** Framed as content. In a stream every `send` is one frame, until it is split. */
  readonly body: readonly Step[];
  /** Whether the framing is brought to its proper end after the body. */
  readonly complete: boolean;
  /** Played last and written as it is. */
  readonly after: readonly Step[];
  /** Cuts all bytes, head and framing included, into network writes of this size. */
  readonly segmentBytes?: number;
}

/** Bytes and acts with no HTTP added, in answer to a request. */
export interface RawBehaviour {
  readonly type: 'raw';
  readonly steps: readonly Step[];
}

/** What to do with a new connection instead of reading a request from it. */
export interface AcceptBehaviour {
  readonly type: 'accept';
  readonly steps: readonly Step[];
}

/** Everything an upstream can be told to do, as plain data. */
export type Behaviour = Answer | RawBehaviour | AcceptBehaviour;

/** A step that writes text (as UTF-8) or bytes. */
export function send(content: string | Uint8Array): Step {
  return { step: 'send', bytes: toBytes(content) };
}

/** A step that waits. @param milliseconds at least 0 */
export function wait(milliseconds: number): Step {
  return { step: 'wait', milliseconds };
}

/** Steps in answer to a request, with no HTTP added. */
export function raw(...steps: readonly Step[]): RawBehaviour {
  return { type: 'raw', steps };
}

/** Steps on a new connection, before any request is read. */
export function onAccept(...steps: readonly Step[]): AcceptBehaviour {
  return { type: 'accept', steps };
}
