import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A port on which every connection is refused for as long as it is held. */
export interface RefusedPort {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Holds a port on 127.0.0.1 that nobody listens on. It is the local end of a connection that stays
 * open, so the system gives it to no other server meanwhile.
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
