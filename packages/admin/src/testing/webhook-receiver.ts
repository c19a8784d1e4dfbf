/** A receiver of webhooks on a real socket, for tests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly messages: readonly Received[];
  /** Statuses of the next answers; 204 when there is none. */
  readonly statuses: number[];
}

/** Listens until the test has finished. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.once('end', () => {
      messages.push({ headers: request.headers, text });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { messages, statuses, url: `http://127.0.0.1:${port}/hook` };
}
