/** Ends connections whose client goes on sending a body that was refused. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
    const timer = setTimeout(() => {
      if (!incoming.complete) socket.destroySoon();
    }, restMs);
    socket.once('close', () => {
      clearTimeout(timer);
    });
  };
  if (outgoing.writableFinished) limit();
  else outgoing.once('finish', limit);
}
