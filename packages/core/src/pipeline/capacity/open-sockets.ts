/** The WebSockets that are open in this process; entered by `http/socket`, closed with the gateway. */
import { GatewayError } from '@parley/protocol';

/** An open WebSocket. */
export interface OpenSocket {
  /** Closes it once the responses have ended that are being sent. */
  retire(): void;
}

/** All open WebSockets. */
export class OpenSockets {
  readonly #all = new Set<OpenSocket>();
  readonly #capacity: number;
  #isRetired = false;

  /** @param capacity how many may be open */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** @throws GatewayError `overloaded` when as many are open as may be */
  checkRoom(): void {
    if (this.#all.size < this.#capacity) return;
    throw new GatewayError('overloaded', 'The gateway has as many WebSockets open as it may.', {
      reason: 'too_many_sockets',
      retryAfter: 1,
    });
  }

  /** One that was accepted before the gateway began to close, and opens after that, is closed at once. */
  add(socket: OpenSocket): void {
    this.#all.add(socket);
    if (this.#isRetired) socket.retire();
  }

  delete(socket: OpenSocket): void {
    this.#all.delete(socket);
  }

  /** Closes each once it sends no response. */
  retire(): void {
    this.#isRetired = true;
    for (const socket of this.#all) socket.retire();
  }
}
