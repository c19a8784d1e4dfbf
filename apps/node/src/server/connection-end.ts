/** Ends connections whose client may go on sending, such as the body of a request with a wrong key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Milliseconds in which the rest of a body may arrive, so that the connection can be used again. */
const restMs = 500;

/**
 * Node reads and drops the rest of a body after the response; here the connection is closed if that takes long. To be
 * called when the request has been answered.
 * @param socket that of the request when it arrived; Node takes it away when the body is destroyed
 */
export function dropUnreadBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  socket: Socket,
): void {
  if (incoming.complete || socket.destroyed) return;
  const limit = (): void => {
    // It is not cleared: a listener for that would stay for as long as the connection is kept.
    setTimeout(() => {
      if (!incoming.complete) socket.destroySoon();
    }, restMs).unref();
  };
  if (outgoing.writableFinished) limit();
  else outgoing.once('finish', limit);
}

/** Milliseconds in which a client may go on sending on a connection that is about to be closed. */
const lastBytesMs = 5_000;

/**
 * Limits how long a client may keep its side of a connection open when the other one has been closed.
 * @param close ends the connection
 */
export function limitLastBytes(socket: Duplex, close: () => void): void {
  const timer = setTimeout(close, lastBytesMs);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

/**
 * Lets a client that has asked for `connection: close` read a response that precedes the end of its body. Node closes
 * the connection with the response. If bytes arrive after that, or have not been read, the system resets it: the client
 * fails to send, and may lose a response that it has not read. So only the sending side is closed, until the
 * body has ended. To be called when a request begins.
 */
export function closeGently(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.shouldKeepAlive) return;
  const { socket } = incoming;
  const close = socket.destroySoon.bind(socket);
  let isEnding = false;
  socket.destroySoon = () => {
    if (incoming.complete || socket.destroyed) {
      close();
      return;
    }
    if (isEnding) return;
    isEnding = true;
    limitLastBytes(socket, close);
    incoming.once('end', close);
    incoming.resume();
    socket.end();
  };
}

/** Node's mark of the last response of a connection, which it sets itself where a request asks for `connection: close`. */
type LastResponse = ServerResponse & { _last: boolean };

/**
 * Ends a response and closes its connection, although its head has kept it open. A client must not take the connection
 * for a free one between both, so nothing else runs in between. Responses to requests that came meanwhile are not sent.
 *
 * While a client has not taken all, only the sending side is closed, as with `closeGently`: what the client sends until
 * it has closed its own is dropped.
 */
export function endConnection(outgoing: ServerResponse): void {
  const { socket } = outgoing.req;
  const close = socket.destroySoon.bind(socket);
  (outgoing as LastResponse)._last = true;
  socket.destroySoon = () => {
    limitLastBytes(socket, close);
    // Node's parser would find further requests.
    socket.removeAllListeners('data');
    socket.on('data', () => undefined);
    socket.end();
  };
  outgoing.end();
  if (outgoing.socket !== null && socket.writableLength === 0) socket.destroy();
}
