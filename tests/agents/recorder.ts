/** Records the requests and responses between an agent and the gateway, or between the gateway and its upstream. */
import { createServer, request as openRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { RecordedExchange } from './recorded-exchange.ts';
import { relaySockets } from './socket-relay.ts';

/** A proxy between a client and a server that forwards every byte at once and records it. */
export interface Recorder {
  readonly url: string;
  /** The finished exchanges since this was last called. */
  take(): readonly RecordedExchange[];
  close(): Promise<void>;
}

/** @param target URL of the server, without a path */
export async function openRecorder(target: string): Promise<Recorder> {
  const exchanges: RecordedExchange[] = [];
  const record = (exchange: RecordedExchange): void => void exchanges.push(exchange);
  const server = createServer((request, response) => {
    relay(target, { request, response }, record);
  });
  relaySockets(server, target, record);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    take: () => exchanges.splice(0),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Meeting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function relay(
  target: string,
  { request, response }: Meeting,
  record: (exchange: RecordedExchange) => void,
): void {
  const { method = 'GET', url: path = '/', headers } = request;
  const askedAt = performance.now();
  const onward = openRequest(`${target}${path}`, { method, headers });
  const question = collectText(request);
  onward.once('response', (answer) => {
    const status = answer.statusCode ?? 0;
    const text = collectText(answer);
    response.writeHead(status, answer.headers);
    // If the server breaks off, the client sees the same.
    pipeline(answer, response, () =>
      record({
        ...{ method, path, askedAt, status },
        question: question(),
        headers: answer.headers,
        answer: text(),
      }),
    );
  });
  onward.once('error', () => response.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

/** Records the chunks of a stream. @returns a function that returns the text so far */
function collectText(stream: IncomingMessage): () => string {
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString('utf8');
}
