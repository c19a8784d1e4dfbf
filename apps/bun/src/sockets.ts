/** WebSockets on Bun's server; used by `start.ts`. */
import {
  defaultLimits,
  type AcceptedSocket,
  type Gateway,
  type MessageSocket,
  type SocketReceiver,
} from '@parley/core';

/** What a WebSocket of the server carries. */
export interface SocketData {
  readonly accepted: AcceptedSocket;
  channel?: Channel;
  receiver?: SocketReceiver;
}

/** Seconds without a message or an answer to a ping until a connection is closed. */
const idleSeconds = 60;

/** Otherwise Bun repeats the first protocol that a client offers, and some clients offer a secret. */
const noProtocol = { 'sec-websocket-protocol': '' };

/** https://bun.com/docs/runtime/http/websockets */
export const socketHandler: BunSocketHandler<SocketData> = {
  maxPayloadLength: defaultLimits.requestBytes,
  idleTimeout: idleSeconds,
  sendPings: true,
  // Bun drops messages beyond its limit; core waits instead.
  backpressureLimit: 0,
  open(socket) {
    const { data } = socket;
    data.channel = new Channel(socket);
    data.receiver = data.accepted.open(data.channel);
  },
  message({ data }, message) {
    data.receiver?.receive(typeof message === 'string' ? message : undefined);
  },
  drain({ data }) {
    data.channel?.drained();
  },
  close({ data }) {
    data.receiver?.closed();
    data.channel?.drained();
  },
};

/** Opens a WebSocket, or returns the response that refuses it. */
export async function openSocket(
  gateway: Gateway,
  request: Request,
  server: BunServer,
): Promise<Response | undefined> {
  const accepted = await gateway.connect(request, { address: server.requestIP(request)?.address });
  if ('status' in accepted) return new Response(accepted.text, accepted);
  const data: SocketData = { accepted };
  return server.upgrade(request, { data, headers: noProtocol })
    ? undefined
    : gateway.fetch(request);
}

/** Sends messages, with backpressure. */
class Channel implements MessageSocket {
  readonly #socket: BunSocket<SocketData>;
  #waiting: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  constructor(socket: BunSocket<SocketData>) {
    this.#socket = socket;
  }

  /** Bun returns -1 when the client reads too slowly. */
  send(text: string): Promise<void> | undefined {
    if (this.#socket.send(text) !== -1) return undefined;
    this.#waiting ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    return this.#waiting;
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  drained(): void {
    this.#resume?.();
    this.#waiting = this.#resume = undefined;
  }
}
