/** WebSockets on Deno's server; used by `main.ts`. */
import type { Gateway, Host, MessageSocket, SocketReceiver } from '@parley/core';

/** Seconds in which a client must answer a ping. */
const pongSeconds = 60;
/** Bytes that may wait for a client before core is asked to wait. */
const mostBuffered = 256 * 1024;
/** Milliseconds after which a client that reads too slowly is looked at again; Deno does not tell. */
const lookMs = 20;

/** Opens a WebSocket, or responds with why not. */
export async function openSocket(
  gateway: Gateway,
  request: Request,
  host: Host,
): Promise<Response> {
  const accepted = await gateway.connect(request, host);
  if ('status' in accepted) return new Response(accepted.text, accepted);
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: pongSeconds });
  let receiver: SocketReceiver | undefined;
  socket.addEventListener('open', () => {
    receiver = accepted.open(createChannel(socket));
  });
  socket.addEventListener('message', ({ data }) => {
    receiver?.receive(typeof data === 'string' ? data : undefined);
  });
  socket.addEventListener('close', () => {
    receiver?.closed();
  });
  // Deno closes the connection after an error.
  socket.addEventListener('error', () => undefined);
  return response;
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
