/** Watches how each response on a connection of undici begins, for what undici leaves to chance; used by `agents.ts`. */
import type { Socket } from 'node:net';
import { symbols } from './undici.ts';

/** A socket of undici, which closes it after the response under way when this is true. */
interface UndiciSocket extends Socket {
  [symbols.kReset]?: boolean;
}

/** Every interim response begins so (RFC 9110 section 15.2). */
const interimStart = 'HTTP/1.1 1';
/** The status of a response that may have been sent before the request was read. */
const errorStart = /^HTTP\/1\.[01] [45]/;
/** Where the status ends in a status line. */
const statusEnd = 'HTTP/1.1 200'.length;
const headEnd = '\r\n\r\n';

/** A request of more bytes may be in buffers of the system, where nobody reads it after an error. */
const largeRequest = 64 * 1024;

/**
 * Renames an unasked `100 Continue` to `102`, which undici ignores as it ignores `103`, where it takes `100` for a fault:
 * a client must expect any interim response (RFC 9110 section 15.2).
 *
 * A connection is not used again when the upstream has answered before it had the whole request, which undici would let
 * the next request wait for. To be called before anything reads from the socket.
 */
export function watchResponseStarts(socket: UndiciSocket): void {
  const read: (size?: number) => unknown = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...parameters: readonly unknown[]) => boolean;
  let isAwaited = false;
  let written = 0;
  /** The head that earlier chunks have begun. */
  let begun = '';
  socket.write = (content: unknown, ...parameters: readonly unknown[]) => {
    isAwaited = true;
    written += (content as string | Uint8Array).length;
    return write(content, ...parameters);
  };
  socket.read = (size) => {
    const chunk = read(size);
    if (!isAwaited || !Buffer.isBuffer(chunk)) return chunk;
    const { line, isFinal } = skipInterim(chunk, begun);
    begun = isFinal ? '' : line;
    if (!isFinal) return chunk;
    const isLargeAndRefused = written > largeRequest && errorStart.test(line);
    if (isLargeAndRefused || socket.writableLength > 0) socket[symbols.kReset] = true;
    isAwaited = false;
    written = 0;
    return chunk;
  };
}

/** The head that follows the interim responses, as far as it has arrived. */
interface HeadStart {
  /** Its status line up to the status; for an interim response, followed by what may begin the end of its head. */
  readonly line: string;
  /** Whether it is the head of the final response. */
  readonly isFinal: boolean;
}

/**
 * Finds the head that follows the interim responses in a chunk, and renames each `100` to `102` there.
 * @param begun the `line` of the chunk before: a chunk may end anywhere
 */
export function skipInterim(chunk: Buffer, begun: string): HeadStart {
  let known = begun;
  let start = 0;
  for (;;) {
    const statusStop = start + statusEnd - known.length;
    const line = known + chunk.toString('latin1', start, statusStop);
    const isFinal = !interimStart.startsWith(line.slice(0, interimStart.length));
    if (isFinal) return { line, isFinal };
    if (line === `${interimStart}00`) chunk.write('2', statusStop - 1, 'latin1');
    const head = known + chunk.toString('latin1', start);
    const end = head.indexOf(headEnd);
    // No more is kept of a head in many pieces, each of which would otherwise cost as much as all before it.
    const rest = head.slice(statusEnd).slice(1 - headEnd.length);
    if (end === -1) return { line: head.slice(0, statusEnd) + rest, isFinal };
    start += end + headEnd.length - known.length;
    known = '';
  }
}
