/** The types of what a scripted upstream does, and the factories of its steps. */
import { toBytes } from './wire/bytes.ts';
import type { HeaderLine } from './wire/head.ts';

/**
 * One step of an upstream on a connection.
 * - `send`: writes bytes at once. `repeat`: writes them many times, as fast as the client reads.
 * - `wait`: pauses for this number of milliseconds; 0 is one turn of the event loop.
 * - `hold`: waits until the test calls `release()`. `stall`: waits until the client disconnects.
 * - `await-reuse`: waits until the client sends more bytes on this connection.
 * - `done`: the response is complete; a later disconnect is not reported as early.
 * - `finish`: closes the upstream's side (FIN). `reset`: resets the connection (RST).
 */
export type Step =
  | { readonly step: 'send'; readonly bytes: Uint8Array }
  | { readonly step: 'repeat'; readonly bytes: Uint8Array; readonly times: number }
  | { readonly step: 'wait'; readonly milliseconds: number }
  | { readonly step: 'hold' | 'stall' | 'await-reuse' | 'done' | 'finish' | 'reset' };

/** An HTTP response as steps, which can be delayed or damaged before it is encoded. */
export interface Answer {
  readonly type: 'answer';
  /** Steps before the head: delays and interim responses. */
  readonly before: readonly Step[];
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
  /**
   * `length` and `chunked` add their header; `close` ends the body with the connection; `none` adds no
   * framing and writes the body unchanged, for framing written by hand.
   */
  readonly framing: 'length' | 'chunked' | 'close' | 'none';
  /** Encoded with the framing. In a stream every `send` is one frame until it is split. */
  readonly body: readonly Step[];
  /** Whether the end of the framing is written after the body. */
  readonly complete: boolean;
  /** Steps after the framing, written unchanged. */
  readonly after: readonly Step[];
  /** Splits all bytes, including head and framing, into network writes of this size. */
  readonly segmentBytes?: number;
}

/** Steps after a request, without HTTP encoding. */
export interface RawBehaviour {
  readonly type: 'raw';
  readonly steps: readonly Step[];
}

/** Steps on a new connection, which is not read. */
export interface AcceptBehaviour {
  readonly type: 'accept';
  readonly steps: readonly Step[];
}

/** Everything that a scripted upstream can do, as plain data. */
export type Behaviour = Answer | RawBehaviour | AcceptBehaviour;

/** A step that writes text (as UTF-8) or bytes. */
export function send(content: string | Uint8Array): Step {
  return { step: 'send', bytes: toBytes(content) };
}

/** A step that waits. @param milliseconds at least 0 */
export function wait(milliseconds: number): Step {
  return { step: 'wait', milliseconds };
}

/** Steps after a request, without HTTP encoding. */
export function raw(...steps: readonly Step[]): RawBehaviour {
  return { type: 'raw', steps };
}

/** Steps on a new connection, before any request is read. */
export function onAccept(...steps: readonly Step[]): AcceptBehaviour {
  return { type: 'accept', steps };
}
