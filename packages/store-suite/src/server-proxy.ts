/** A TCP proxy in front of a database server, for tests of outages and of what a server far away costs. */
import { connect, createServer, type Socket } from 'node:net';

/**
 * `open` forwards everything. `closed` breaks every connection and refuses new ones. `silent` accepts
 * connections, keeps the open ones, and forwards nothing: bytes that arrive meanwhile are lost.
 */
export type ProxyState = 'open' | 'closed' | 'silent';

/** A proxy to a server, which is open at first. */
export interface ServerProxy {
  /** The URL of the server through the proxy. */
  readonly url: string;
  set(state: ProxyState): void;
  /** Forwards nothing more over the connections that are open now, as a firewall that has forgotten them. */
  forgetConnections(): void;
  /** Delays every byte in both directions: the time of a round trip, in milliseconds; 0 at first. */
  delay(roundTripMs: number): void;
  /**
   * How many round trips there were so far, over all connections: how often a client has sent something after
   * it had received something. What it sends without waiting for an answer shares a round trip.
   */
  countRoundTrips(): number;
  close(): Promise<void>;
}

/** @param address the URL of the server, with a port */
export async function createServerProxy(address: string): Promise<ServerProxy> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let state: ProxyState = 'open';
  let wayMs = 0;
  let roundTrips = 0;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const afterTheWay = (from: Socket, run: () => void): void => {
    const runIfOpen = (): void => {
      if (state === 'open' && !forgotten.has(from)) run();
    };
    if (wayMs === 0) runIfOpen();
    else setTimeout(runIfOpen, wayMs);
  };
  const forward = (from: Socket, to: Socket, on: { sent?(): void; arrived?(): void }): void => {
    from.on('data', (bytes) => {
      on.sent?.();
      afterTheWay(from, () => {
        on.arrived?.();
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('end', () => {
      afterTheWay(from, () => to.end());
    });
    from.on('close', () => to.destroy());
  };
  // Half open, because a silent server does not confirm the end of a connection either.
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    keep(inner);
    if (state === 'closed') {
      inner.destroy();
      return;
    }
    const outer = keep(connect({ port: Number(port), host: hostname, allowHalfOpen: true }));
    let isAnswered = true;
    forward(inner, outer, {
      sent() {
        if (isAnswered) roundTrips += 1;
        isAnswered = false;
      },
    });
    forward(outer, inner, {
      arrived() {
        isAnswered = true;
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port.');
  const url = new URL(address);
  url.host = `127.0.0.1:${String(bound.port)}`;
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    set(next) {
      state = next;
      if (next === 'closed') breakAll();
    },
    forgetConnections() {
      for (const socket of sockets) forgotten.add(socket);
    },
    delay(roundTripMs) {
      wayMs = roundTripMs / 2;
    },
    countRoundTrips: () => roundTrips,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
}
