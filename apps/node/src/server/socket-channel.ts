/** Sends messages on a WebSocket of the Node server, with backpressure; made by `sockets.ts`. */
import type { Socket } from 'node:net';
import type { MessageSocket } from '@parley/core';
import type { WebSocket } from 'ws';
import { stalledReaderMs } from './socket-sink.ts';

/** The first of the codes for a client that breaks a limit (RFC 6455, section 7.4.1). */
const policyViolation = 1008;

/** A client that reads nothing for some time is disconnected. Nothing here throws after the client has disconnected. */
export class SocketChannel implements MessageSocket {
  readonly #client: WebSocket;
  readonly #socket: Socket;
  readonly #stalledMs: number;
  #waiting: Promise<void> | undefined;

  constructor(client: WebSocket, socket: Socket, stalledMs = stalledReaderMs) {
    this.#client = client;
    this.#socket = socket;
    this.#stalledMs = stalledMs;
  }

  send(text: string): Promise<void> | undefined {
    if (this.#client.readyState !== this.#client.OPEN) return undefined;
    this.#client.send(text);
    return this.#socket.writableNeedDrain ? this.#waitForReader() : undefined;
  }

  close(code: number): void {
    this.#client.close(code);
    // A client that breaks a limit may go on sending, and its bytes would be kept until it closes the connection, too.
    if (code >= policyViolation) this.#client.pause();
  }

  /** All messages share one wait: a further one must not restart the time in which something must leave the socket. */
  #waitForReader(): Promise<void> {
    this.#waiting ??= waitForReader(this.#socket, this.#stalledMs).finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }
}

/** Resolves when the client has read everything or has disconnected. Bytes that the system takes restart the timer. */
function waitForReader(socket: Socket, stalledMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = () => socket.destroy();
    const settle = () => {
      socket.off('drain', settle);
      socket.off('close', settle);
      socket.off('timeout', cut);
      socket.setTimeout(0);
      resolve();
    };
    socket.on('drain', settle);
    socket.on('close', settle);
    socket.on('timeout', cut);
    socket.setTimeout(stalledMs);
  });
}
