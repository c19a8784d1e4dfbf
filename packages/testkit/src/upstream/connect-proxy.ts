/** An HTTP proxy for tests of transports, which connects every tunnel to the same server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request that the proxy received. */
export interface ProxiedRequest {
  readonly method: string;
  /** `host:port` of a tunnel, otherwise the URL of a forwarded request. */
  readonly target: string;
  readonly authorization: string | undefined;
}

export interface ConnectProxy {
  readonly port: number;
  readonly requests: readonly ProxiedRequest[];
  close(): Promise<void>;
}

export interface ProxyBehaviour {
  /** The port on this machine where every tunnel ends. */
  readonly tunnelTo: number;
  /** The status of every response; 200 by default, and undefined for no response at all. */
  readonly status?: number | undefined;
}

/** Forwarded requests are answered with `forwarded`. */
export async function startConnectProxy(behaviour: ProxyBehaviour): Promise<ConnectProxy> {
  const { tunnelTo } = behaviour;
  const status = 'status' in behaviour ? behaviour.status : 200;
  const requests: ProxiedRequest[] = [];
  const sockets = new Set<Duplex>();
  const note = ({ method = '', url = '', headers }: IncomingMessage): void => {
    requests.push({ method, target: url, authorization: headers['proxy-authorization'] });
  };
  const server = createServer((request, response) => {
    note(request);
    if (status !== undefined) response.writeHead(status).end('forwarded');
  });
  server.on('connect', (request, client, head) => {
    note(request);
    if (status === undefined) return;
    client.write(`HTTP/1.1 ${String(status)} Answer\r\ncontent-length: 0\r\n\r\n`);
    if (status === 200) join(client, head);
  });
  const join = (client: Duplex, head: Buffer): void => {
    const upstream = connect(tunnelTo, '127.0.0.1');
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  };
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
