/** Error responses of the server itself, for requests that do not reach core. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WholeResponse } from '@parley/core';
import { createExchangeId } from '@parley/core/extension';
import { limitLastBytes } from './connection-end.ts';

/** Why a request is rejected before the dialect of its client is known. */
export type Refusal = keyof typeof refusals;

interface RefusalText {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  /** Whether the same request may succeed later. */
  readonly mayRetry?: boolean;
}

const invalid = 'invalid_request_error';
const refusals = {
  failed: {
    status: 500,
    type: 'api_error',
    message: 'The gateway failed.',
  },
  invalid: {
    status: 400,
    type: invalid,
    message: 'The address or the host header is invalid.',
  },
  malformed: {
    status: 400,
    type: invalid,
    message: 'The request does not follow HTTP/1.1.',
  },
  'no-proxy': {
    status: 400,
    type: invalid,
    message: 'This gateway is not an HTTP proxy: send requests to its base URL.',
  },
  'too-large-head': {
    status: 431,
    type: invalid,
    message: 'The request headers are too large.',
  },
  'too-many-headers': {
    status: 431,
    type: invalid,
    message: 'The request has too many headers.',
  },
  'too-slow': {
    status: 408,
    type: invalid,
    message: 'The request did not arrive in time.',
    mayRetry: true,
  },
} as const satisfies Readonly<Record<string, RefusalText>>;

/** A response whose error clients of every dialect can read. */
export function createRefusal(refusal: Refusal): Response {
  const { status, headers, text } = writeRefusal(refusal);
  return new Response(text, { status, headers });
}

/** Rejects a request with a valid head, and closes its connection. */
export function refuseRequest(outgoing: ServerResponse, refusal: Refusal): void {
  const { status, headers, text } = writeRefusal(refusal);
  outgoing.writeHead(status, { ...headers, connection: 'close' }).end(text);
}

/** A connection of Node's server, with the response that it carries: Node's own listener looks there, too. */
type Carrier = Duplex & { readonly _httpMessage?: Pick<ServerResponse, 'headersSent'> | null };

/**
 * Rejects bytes that are not a valid request: a listener for the `clientError` event of a server. Within a response
 * that has begun, the client would take the error for a part of it.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Carrier): void {
  const isAnswering = socket._httpMessage?.headersSent === true;
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = refusalByCode.get(error.code ?? '') ?? 'malformed';
  sendRefusal(socket, writeRefusal(refusal));
}

/** Rejects CONNECT: a listener for the event `connect` of a server, without which Node closes the connection silently. */
export function refuseTunnel(_incoming: IncomingMessage, socket: Duplex): void {
  sendRefusal(socket, writeRefusal('no-proxy'));
}

/** Responds to a request whose connection Node's server has given up, and closes it. */
export function refuseUpgrade(socket: Duplex, { status, headers, text }: WholeResponse): void {
  const length = String(Buffer.byteLength(text));
  sendRefusal(socket, { status, headers: { ...headers, 'content-length': length }, text });
}

/** Writes a response to a connection that has no `ServerResponse`, and closes it. */
function sendRefusal(socket: Duplex, { status, headers, text }: WholeResponse): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const reason = STATUS_CODES[status] ?? '';
  socket.end(`HTTP/1.1 ${String(status)} ${reason}\r\n${lines.join('')}\r\n${text}`);
  // A client is noticed to have closed its side only where what it sends is read.
  socket.on('error', ignore).resume();
  limitLastBytes(socket, () => socket.destroy());
}

function ignore(): void {
  // Node closes a connection after an error.
}

/** Node's documented codes of the `clientError` event. */
const refusalByCode = new Map<string, Refusal>([
  ['HPE_HEADER_OVERFLOW', 'too-large-head'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'too-slow'],
]);

function writeRefusal(refusal: Refusal): WholeResponse {
  const { status, type, message, mayRetry = false }: RefusalText = refusals[refusal];
  const id = createExchangeId(Date.now());
  const error = { type, message, param: null, code: refusal.replaceAll('-', '_') };
  const text = JSON.stringify({ type: 'error', error, request_id: id });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-request-id': id,
    'x-should-retry': String(mayRetry),
  };
  return { status, headers, text };
}
