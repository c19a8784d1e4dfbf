/** A receiver of webhooks on a real socket, for tests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** In place of a status: the receiver takes the message and does not answer. */
export const silent = 'silent';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly messages: readonly Received[];
  /** Statuses of the next answers; 204 when there is none. After `silent` there is no answer. */
  readonly statuses: (number | typeof silent)[];
}

/** Listens until the test has finished. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: Received[] = [];
  const statuses: WebhookReceiver['statuses'] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.once('end', () => {
      messages.push({ headers: request.headers, text });
      const status = statuses.shift() ?? 204;
      if (status !== silent) response.writeHead(status).end();
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
