/** WebSockets on Deno's server; used by `main.ts`. */
import type { AcceptedSocket, Gateway, Host, MessageSocket } from '@parley/core';

/** Seconds in which a client must answer a ping. */
const pongSeconds = 60;
/** Bytes that may wait for a client before core is asked to wait. */
const mostBuffered = 256 * 1024;
/** Milliseconds after which a client that reads too slowly is looked at again; Deno does not tell. */
const lookMs = 20;

/** The WebSockets of a server. */
export interface ServerSockets {
  /** Opens a WebSocket, or responds with why not. */
  open(gateway: Gateway, request: Request, host: Host): Promise<Response>;
  /** Resolves when none is open. */
  whenNone(): Promise<void>;
}

export function createServerSockets(): ServerSockets {
  let count = 0;
  let onNone: (() => void) | undefined;
  return {
    async open(gateway, request, host) {
      const accepted = await gateway.connect(request, host);
      if ('status' in accepted) return new Response(accepted.text, accepted);
      const upgraded = upgrade(request);
      if (upgraded === undefined) return gateway.fetch(request, host);
      const { socket, response } = upgraded;
      socket.addEventListener('open', () => {
        count += 1;
        serve(accepted, socket, () => {
          count -= 1;
          if (count === 0) onNone?.();
        });
      });
      // Deno closes the connection after an error.
      socket.addEventListener('error', () => undefined);
      return response;
    },
    whenNone() {
      return new Promise((resolve) => {
        if (count === 0) resolve();
        else onNone = resolve;
      });
    },
  };
}

function serve(accepted: AcceptedSocket, socket: WebSocket, onClose: () => void): void {
  const receiver = accepted.open(createChannel(socket));
  socket.addEventListener('message', ({ data }) => {
    receiver.receive(typeof data === 'string' ? data : undefined);
  });
  socket.addEventListener('close', () => {
    receiver.closed();
    onClose();
  });
}

/** Deno throws for a handshake that is not complete, such as one without the header `connection`. */
function upgrade(request: Request): ReturnType<typeof Deno.upgradeWebSocket> | undefined {
  try {
    return Deno.upgradeWebSocket(request, { idleTimeout: pongSeconds });
  } catch {
    return undefined;
  }
}

function createChannel(socket: WebSocket): MessageSocket {
  let waiting: Promise<void> | undefined;
  return {
    send(text) {
      if (socket.readyState !== WebSocket.OPEN) return undefined;
      socket.send(text);
      if (socket.bufferedAmount <= mostBuffered) return undefined;
      waiting ??= whenRead(socket).finally(() => {
        waiting = undefined;
      });
      return waiting;
    },
    // As in browsers, a program may not send the codes of the protocol, such as 1001 for a server that stops.
    close() {
      socket.close();
    },
  };
}

/** Resolves when the client has read enough or has disconnected. */
function whenRead(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const isOpen = socket.readyState === WebSocket.OPEN;
      if (isOpen && socket.bufferedAmount > mostBuffered) return;
      clearInterval(timer);
      resolve();
    }, lookMs);
  });
}
