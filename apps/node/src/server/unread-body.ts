/** Ends connections whose client goes on sending a body that was refused. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds in which the rest of a body may arrive, so that the connection can be used again. */
const restMs = 500;

/** Node reads and drops the rest of a body after the response; here the connection is closed if that takes long. */
export function dropUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const { socket } = incoming;
    const timer = setTimeout(() => {
      socket.destroySoon();
    }, restMs);
    const keep = (): void => {
      clearTimeout(timer);
    };
    incoming.once('end', keep);
    incoming.once('close', keep);
  });
}
