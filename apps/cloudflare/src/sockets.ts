/** WebSockets on Workers; used by `main.ts`. */
import type { Gateway, Host } from '@parley/core';
import type { AcceptingSocket, WebSocketPairConstructor } from './workers.ts';

declare const WebSocketPair: WebSocketPairConstructor;

/** Opens a WebSocket, or responds with why not. Workers do not tell how fast a client reads. */
export async function openSocket(
  gateway: Gateway,
  request: Request,
  host: Host,
): Promise<Response> {
  const accepted = await gateway.connect(request, host);
  if ('status' in accepted) return new Response(accepted.text, accepted);
  const { 0: client, 1: socket } = new WebSocketPair();
  socket.accept();
  const receiver = accepted.open({
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
      return undefined;
    },
    close(code) {
      socket.close(code);
    },
  });
  socket.addEventListener('message', ({ data }) => {
    receiver.receive(typeof data === 'string' ? data : undefined);
  });
  socket.addEventListener('close', () => {
    end(socket);
    receiver.closed();
  });
  socket.addEventListener('error', () => {
    receiver.closed();
  });
  const upgrade: ResponseInit & { readonly webSocket: WebSocket } = {
    status: 101,
    webSocket: client,
  };
  return new Response(null, upgrade);
}

/** Answers the close of a client; the runtime may have done so. */
function end(socket: AcceptingSocket): void {
  try {
    socket.close();
  } catch {
    // It was closed on both sides.
  }
}
