/** A port that refuses connections, for tests of unreachable upstreams. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A port on which every connection is refused until it is released. */
export interface RefusedPort {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Reserves a port on 127.0.0.1 without a listener. The port is the local end of an open connection, so the
 * operating system does not assign it to another server.
 */
export async function holdRefusedPort(): Promise<RefusedPort> {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: serverPort } = server.address() as AddressInfo;
  const holder = connect(serverPort, '127.0.0.1');
  await once(holder, 'connect');
  const port = holder.localPort;
  if (port === undefined) throw new Error('No port was given.');
  holder.unref();
  server.unref();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      holder.destroy();
      for (const socket of accepted) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
