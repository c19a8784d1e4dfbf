/** A TCP proxy that simulates an outage of the database. */
import { createServer, connect, type Socket } from 'node:net';

/** A proxy to a server that can be closed, as if the server were down. */
export interface Door {
  /** The URL of the server through the proxy. */
  readonly url: string;
  /** Closed: ends every connection and refuses new ones. Open: accepts connections. */
  setOpen(open: boolean): void;
  close(): Promise<void>;
}

export async function createDoor(address: string): Promise<Door> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    keep(inner);
    if (!isOpen) {
      inner.destroy();
      return;
    }
    const outer = connect(Number(port), hostname);
    keep(outer);
    inner.pipe(outer).pipe(inner);
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The door has no port.');
  const url = new URL(address);
  url.host = `127.0.0.1:${bound.port}`;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    setOpen: (open) => {
      isOpen = open;
      if (!open) breakAll();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
}
