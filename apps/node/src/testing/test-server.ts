/** An HTTP server of a test, on a port of its own. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Listens until the test has finished. Returns the URL without a final slash.
 * @param answer what answers the requests, or the server for tests that use more of it
 */
export async function listen(answer: RequestListener | Server): Promise<string> {
  const server = typeof answer === 'function' ? createServer(answer) : answer;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
