/** Relays WebSockets between an agent and the gateway, and records their messages; used by `recorder.ts`. */
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Headers that each of the two connections has of its own. */
const own = /^(?:host|connection|upgrade|sec-websocket-.*)$/;

/** What an agent is told of a scripted service, which has no WebSockets: it then sends POST requests. */
const withoutSockets = 426;

/**
 * Relays the WebSockets of a server.
 * @param target URL of the gateway, without a path
 * @param record called with each WebSocket that has closed, as one exchange whose response is an event stream
 */
export function relaySockets(
  server: Server,
  target: string,
  record: (exchange: RecordedExchange) => void,
): void {
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: 0 });
  server.on('upgrade', (request, socket, head) => {
    const { method = 'GET', url: path = '/' } = request;
    const begun = { method, path, askedAt: performance.now() };
    const onward = new WebSocket(`${target.replace('http', 'ws')}${path}`, {
      headers: keepHeaders(request),
      maxPayload: 0,
    });
    socket.on('error', () => onward.terminate());
    onward.on('error', () => socket.destroy());
    onward.on('unexpected-response', (_, response: IncomingMessage) => {
      void readText(response).then((answer) => {
        const { statusCode = 502, headers } = response;
        const status = statusCode === 404 ? withoutSockets : statusCode;
        record({ ...begun, status, headers, question: '', answer });
        const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
        socket.end(`${start}\r\nconnection: close\r\n\r\n${answer}`);
      });
    });
    onward.on('upgrade', ({ headers }) => {
      acceptor.handleUpgrade(request, socket, head, (client) => {
        const texts = join(client, onward);
        client.on('close', () => record({ ...begun, status: 101, headers, ...texts() }));
      });
    });
  });
}

function keepHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !own.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Passes on what both sides send. @returns a function that returns all messages so far */
function join(client: WebSocket, onward: WebSocket): () => { question: string; answer: string } {
  const asked: string[] = [];
  const answered: string[] = [];
  pass(client, onward, asked);
  pass(onward, client, answered);
  client.on('close', () => onward.close());
  onward.on('close', () => client.close());
  return () => ({
    question: asked.join('\n'),
    answer: answered.map(writeFrame).join(''),
  });
}

function pass(from: WebSocket, to: WebSocket, texts: string[]): void {
  from.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : '';
    texts.push(text);
    to.send(text);
  });
}

function writeFrame(text: string): string {
  const { type } = JSON.parse(text) as { type: string };
  return `event: ${type}\ndata: ${text}\n\n`;
}
