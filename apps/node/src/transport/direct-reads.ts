/** Reads sockets without the buffer of Node's streams; used for the connections of undici. */
import type { OnReadOpts, Socket } from 'node:net';

/** One for all sockets, because what was received is copied before anything else can be received. */
const received = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * To be passed to `net.connect` and `tls.connect`: offers each chunk to the listener of `readable` at once, which a
 * stream would queue, announce in a later tick, and look up again. What the listener does not read is queued.
 *
 * Without it, Node also allocates and frees 64 KiB for each chunk.
 * @see https://nodejs.org/api/net.html#socketconnectoptions-connectlistener
 */
export const directReads: OnReadOpts = {
  buffer: received,
  callback(this: Socket, length: number) {
    const chunk = Buffer.from(received.subarray(0, length));
    const isNext = this.readableLength === 0 && this.listenerCount('readable') > 0;
    return (isNext && readerOf(this).offer(chunk)) || this.push(chunk);
  },
};

/** To be called for a new connection before anything else replaces its `read`. */
export function readDirectly(socket: Socket): void {
  readerOf(socket);
}

const readers = new WeakMap<Socket, DirectReader>();

function readerOf(socket: Socket): DirectReader {
  const known = readers.get(socket);
  if (known !== undefined) return known;
  const reader = new DirectReader(socket);
  readers.set(socket, reader);
  return reader;
}

/** Makes `read` of a socket return the chunk that is offered. */
class DirectReader {
  readonly #socket: Socket;
  #offered: Buffer | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const readQueue: (size?: number) => unknown = socket.read.bind(socket);
    socket.read = (size) => (size === undefined ? this.#take() : undefined) ?? readQueue(size);
  }

  /** False when the listener did not read it. */
  offer(chunk: Buffer): boolean {
    this.#offered = chunk;
    this.#socket.emit('readable');
    return this.#take() === undefined;
  }

  #take(): Buffer | undefined {
    const chunk = this.#offered;
    this.#offered = undefined;
    return chunk;
  }
}
