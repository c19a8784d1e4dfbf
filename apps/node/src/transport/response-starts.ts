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
const statusStart = 'HTTP/1.1 '.length;

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
  socket.write = (content: unknown, ...parameters: readonly unknown[]) => {
    isAwaited = true;
    written += (content as string | Uint8Array).length;
    return write(content, ...parameters);
  };
  socket.read = (size) => {
    const chunk = read(size);
    if (!isAwaited || !Buffer.isBuffer(chunk)) return chunk;
    const final = skipInterim(chunk);
    if (final === undefined) return chunk;
    const isLargeAndRefused =
      written > largeRequest &&
      errorStart.test(chunk.toString('latin1', final, final + statusStart + 1));
    if (isLargeAndRefused || socket.writableLength > 0) socket[symbols.kReset] = true;
    isAwaited = false;
    written = 0;
    return chunk;
  };
}

/** Returns where the final response begins; `undefined` when it is in a later chunk. */
function skipInterim(chunk: Buffer): number | undefined {
  let start = 0;
  while (chunk.toString('latin1', start, start + interimStart.length) === interimStart) {
    const status = start + statusStart;
    if (chunk.toString('latin1', status, status + 3) === '100')
      chunk.write('102', status, 'latin1');
    const end = chunk.indexOf('\r\n\r\n', start);
    if (end === -1) break;
    start = end + 4;
    if (start === chunk.length) return undefined;
  }
  return start;
}
