/** Keeps agents off the network, and records the hosts that they wanted to reach; used by the trials. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that refuses every connection to other hosts. */
export interface BlockingProxy {
  /** Variables that send the outbound traffic of a process through it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The requested hosts since the last call, each once. */
  takeHosts(): readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy that refuses every request and records the requested hosts. */
export async function startBlockingProxy(): Promise<BlockingProxy> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    hosts.add(new URL(request.url ?? '/', 'http://unknown').host);
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    hosts.add(request.url ?? 'unknown');
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: sendThrough(`http://127.0.0.1:${port}`),
    takeHosts() {
      const taken = [...hosts];
      hosts.clear();
      return taken;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function sendThrough(proxy: string): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  const direct = '127.0.0.1,localhost';
  return {
    ...Object.fromEntries(names.map((name) => [name, proxy])),
    NO_PROXY: direct,
    no_proxy: direct,
  };
}
