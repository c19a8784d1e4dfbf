/** Error responses of the server itself, for requests that do not reach core. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why a request is rejected before the dialect of its client is known. */
export type Refusal =
  'failed' | 'invalid' | 'malformed' | 'too-large-head' | 'too-many-headers' | 'too-slow';

interface RefusalText {
  readonly status: number;
  readonly reason: string;
  readonly type: string;
  readonly message: string;
}

const invalid = 'invalid_request_error';
const refusals: Readonly<Record<Refusal, RefusalText>> = {
  failed: {
    status: 500,
    reason: 'Internal Server Error',
    type: 'api_error',
    message: 'The gateway failed.',
  },
  invalid: {
    status: 400,
    reason: 'Bad Request',
    type: invalid,
    message: 'The address or the host header is invalid.',
  },
  malformed: {
    status: 400,
    reason: 'Bad Request',
    type: invalid,
    message: 'The request does not follow HTTP/1.1.',
  },
  'too-large-head': {
    status: 431,
    reason: 'Request Header Fields Too Large',
    type: invalid,
    message: 'The request headers are too large.',
  },
  'too-many-headers': {
    status: 431,
    reason: 'Request Header Fields Too Large',
    type: invalid,
    message: 'The request has too many headers.',
  },
  'too-slow': {
    status: 408,
    reason: 'Request Timeout',
    type: invalid,
    message: 'The request did not arrive in time.',
  },
};

/** A response whose error clients of every dialect can read. */
export function createRefusal(refusal: Refusal): Response {
  const { status } = refusals[refusal];
  return new Response(writeBody(refusal), { status, headers: refusalHeaders });
}

/** Rejects a request with a valid head, and closes its connection. */
export function refuseRequest(outgoing: ServerResponse, refusal: Refusal): void {
  const body = writeBody(refusal);
  const headers = {
    ...refusalHeaders,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  outgoing.writeHead(refusals[refusal].status, headers).end(body);
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
  const { status, reason } = refusals[refusal];
  const body = writeBody(refusal);
  const head = [
    `HTTP/1.1 ${String(status)} ${reason}`,
    'content-type: application/json',
    `content-length: ${String(Buffer.byteLength(body))}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Node's documented codes of the `clientError` event. */
const refusalByCode = new Map<string, Refusal>([
  ['HPE_HEADER_OVERFLOW', 'too-large-head'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'too-slow'],
]);

const refusalHeaders = { 'content-type': 'application/json' };

function writeBody(refusal: Refusal): string {
  const { type, message } = refusals[refusal];
  const code = refusal.replaceAll('-', '_');
  return JSON.stringify({ type: 'error', error: { type, message, param: null, code } });
}
