/** A TCP server for the tests of the transport, which controls every byte of a response. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Responds to one request on one connection. */
export type RawScript = (socket: Socket, request: number) => void;

export interface RawUpstream {
  readonly url: string;
  readonly connections: number;
  readonly requests: number;
  readonly open: number;
  /** Head and body of the last request, decoded as UTF-8. */
  readonly lastRequest: string;
  /** Resolves when that many connections are open. */
  whenOpen(count: number): Promise<void>;
  /** Resolves when the first connection has closed. `fetch` may have opened another one in its place. */
  whenClosed(): Promise<void>;
  close(): Promise<void>;
}

/** @param script called with the index of each request, from 0, when its body is complete */
export async function startRawUpstream(script: RawScript): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const changes = new EventTarget();
  let connections = 0;
  let isFirstClosed = false;
  let requests = 0;
  let lastRequest = '';
  const server = createServer({ noDelay: true }, (socket) => {
    const index = connections++;
    sockets.add(socket);
    changes.dispatchEvent(new Event('change'));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (index === 0) isFirstClosed = true;
      changes.dispatchEvent(new Event('change'));
    });
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (!isComplete(received)) return;
      lastRequest = Buffer.from(received, 'latin1').toString();
      received = '';
      script(socket, requests++);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/v1/chat?stream=1`,
    get connections() {
      return connections;
    },
    get requests() {
      return requests;
    },
    get lastRequest() {
      return lastRequest;
    },
    get open() {
      return sockets.size;
    },
    async whenOpen(count) {
      while (sockets.size !== count) await once(changes, 'change');
    },
    async whenClosed() {
      while (!isFirstClosed) await once(changes, 'change');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function isComplete(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(received)?.[1];
  return received.length - head - 4 >= Number(length ?? 0);
}
