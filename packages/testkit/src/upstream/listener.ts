/** The listening socket of the scripted upstream, with or without TLS. */
import { createServer as createPlainServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A key and its certificate, both PEM. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
}

/** A listening socket on 127.0.0.1 and its connections. */
export interface Listener {
  readonly port: number;
  /** Connections open now, and accepted since the start. */
  readonly open: number;
  readonly accepted: number;
  /** Closes all connections at once. */
  drop(): void;
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly tls: TlsIdentity | undefined;
  readonly maximumConnections: number;
  /** Called for each connection; connections are numbered from 0. */
  onSocket(socket: Socket, connection: number): void;
  /** Called when a connection opens or closes. */
  onChange(): void;
}

/** A server whose sockets can be half open, so that scripts can send and receive FIN separately. */
function createServer(options: ListenerOptions, take: (socket: Socket) => void): Server {
  if (!options.tls) return createPlainServer({ allowHalfOpen: true }, take);
  const server = createTlsServer({ ...options.tls, allowHalfOpen: true }, take);
  // Tests with an untrusted certificate expect the client to abort the handshake.
  return server.on('tlsClientError', (_, socket) => socket.destroy());
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('No port was given.'));
      else resolve(address.port);
    });
  });
}

/** Listens on a free port. */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let served = 0;

  function track(socket: Socket): void {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      options.onChange();
    });
    options.onChange();
  }

  const server = createServer(options, (socket) => options.onSocket(socket, served++));
  server.maxConnections = options.maximumConnections;
  server.on('connection', track);
  const port = await listen(server);

  function drop(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port,
    get open() {
      return sockets.size;
    },
    get accepted() {
      return accepted;
    },
    drop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}
