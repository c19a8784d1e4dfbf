/** Writes streamed responses to a Node server response, with backpressure. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WholeSink } from '@parley/core';
import { endConnection } from './connection-end.ts';

/** Milliseconds after which a client that reads nothing is disconnected. */
export const stalledReaderMs = 60_000;

/**
 * Makes one system call for each text. Node combines the head and the first text; the later ones are written to the
 * socket as chunks, past the response, which would pass each part of a chunk on its own.
 *
 * A client that stops reading is disconnected when nothing has left the socket for `stalledMs` to twice that long: Node
 * looks when the timer ends. Nothing here throws after the client has disconnected.
 */
export class SocketSink implements WholeSink {
  readonly #response: ServerResponse;
  readonly #stalledMs: number;
  #isOpened = false;
  #isEnded = false;
  #isHeadSent = false;
  #waiting: Promise<void> | undefined;

  constructor(response: ServerResponse, stalledMs: number = stalledReaderMs) {
    this.#response = response;
    this.#stalledMs = stalledMs;
  }

  /** Whether a response has begun. */
  get opened(): boolean {
    return this.#isOpened;
  }

  /** The head is sent with the first text if there is one in this turn of the event loop, otherwise alone. */
  open(status: number, headers: Readonly<Record<string, string>>): void {
    const response = this.#response;
    this.#isOpened = true;
    if (response.destroyed) return;
    response.writeHead(status, headers);
    setImmediate(() => {
      if (this.#isHeadSent || response.destroyed || response.writableEnded) return;
      this.#isHeadSent = true;
      response.flushHeaders();
    });
  }

  write(text: string): Promise<void> | undefined {
    const response = this.#response;
    if (this.#isEnded || response.destroyed) return undefined;
    const { socket } = response;
    // Without a socket, the response waits for the one before it on its connection. Node 26 keeps what was written in
    // this turn of the event loop, and the head, in the response: a chunk would overtake them.
    const isFlushed = this.#isHeadSent && socket !== null && response.writableCorked === 0;
    const canChunk = isFlushed && response.chunkedEncoding;
    this.#isHeadSent = true;
    const isTaken = canChunk ? writeChunk(socket, text) : response.write(text);
    return isTaken ? undefined : this.#waitForReader();
  }

  end(outcome: 'completed' | 'failed' = 'completed'): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (outcome === 'failed') endConnection(this.#response);
    else this.#response.end();
    this.#watchRest();
  }

  respond(status: number, headers: Readonly<Record<string, string>>, text: string): void {
    const response = this.#response;
    this.#isOpened = true;
    if (this.#isEnded || response.destroyed) return;
    this.#isEnded = true;
    const length = Buffer.byteLength(text);
    response.writeHead(status, { ...headers, 'content-length': length });
    response.end(text, encodingOf(text, length));
    this.#watchRest();
  }

  onClose(listener: () => void): void {
    const response = this.#response;
    const notify = () => {
      if (!this.#isEnded && !response.writableFinished) listener();
    };
    if (response.destroyed) queueMicrotask(notify);
    else if (response.socket === null) watchConnection(response, notify);
    else response.once('close', notify);
  }

  /** A client that does not read the rest of a response is disconnected, too. */
  #watchRest(): void {
    if ((this.#response.socket?.writableLength ?? 0) > 0) void this.#waitForReader();
  }

  /** All texts share one wait: a further text must not restart the time in which something must leave the socket. */
  #waitForReader(): Promise<void> {
    this.#waiting ??= waitForReader(this.#response, this.#stalledMs).finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }
}

/** Before Node 26, a response that waits for the one before it on its connection does not close with that connection. */
function watchConnection(response: ServerResponse, notify: () => void): void {
  const { socket } = response.req;
  // As many as there are such responses.
  socket.setMaxListeners(0).once('close', notify);
  response.once('socket', () => {
    socket.off('close', notify);
    response.once('close', notify);
  });
}

/** Text of ASCII characters only has one byte for each, which Node writes without a conversion. */
function encodingOf(text: string, length: number): 'latin1' | 'utf8' {
  return length === text.length ? 'latin1' : 'utf8';
}

/**
 * Writes one chunk (RFC 9112 section 7.1); false when the client reads too slowly. An empty text is no chunk,
 * because that would end the body.
 */
function writeChunk(socket: Socket, text: string): boolean {
  if (text === '') return true;
  const length = Buffer.byteLength(text);
  const chunk = `${length.toString(16)}\r\n${text}\r\n`;
  return socket.write(chunk, encodingOf(text, length));
}

/**
 * Resolves when the client has read everything or has disconnected. The timer of the socket is used,
 * because it restarts whenever the kernel accepts bytes: a slow reader is not a stalled one.
 */
function waitForReader(response: ServerResponse, stalledMs: number): Promise<void> {
  return new Promise((resolve) => {
    const { socket } = response;
    const cut = () => response.destroy();
    const settle = () => {
      response.off('drain', settle);
      socket?.off('drain', settle);
      response.off('finish', settle);
      response.off('close', settle);
      socket?.off('timeout', cut);
      socket?.setTimeout(0);
      resolve();
    };
    response.on('drain', settle);
    // For chunks that were not written by the response.
    socket?.on('drain', settle);
    // Before the server's own listener, which sets the timer for the next request of the connection.
    response.prependListener('finish', settle);
    response.on('close', settle);
    socket?.on('timeout', cut);
    socket?.setTimeout(stalledMs);
  });
}
