/** Encodes an HTTP request as bytes; used by the raw client. */
import { listHeaders } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import { joinBytes, toBytes } from '../wire/bytes.ts';
import { writeMessageHead } from '../wire/head.ts';

export interface RawRequest {
  /** `POST` when there is a body, otherwise `GET`. */
  readonly method?: string;
  readonly path: string;
  /** Sent after `host` and, with a body, `content-length`; headers given here replace those two. */
  readonly headers?: HeaderInput;
  /** Objects are sent as JSON. */
  readonly body?: string | Uint8Array | Readonly<Record<string, unknown>>;
}

/** Encodes a request as the raw client sends it. */
export function writeRequest(request: RawRequest, host: string): Uint8Array {
  const { body = '' } = request;
  const content =
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const bytes = toBytes(content);
  const given = listHeaders(request.headers);
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const framed = names.has('content-length') || names.has('transfer-encoding');
  const method = request.method ?? (bytes.length > 0 ? 'POST' : 'GET');
  const head = writeMessageHead({
    startLine: `${method} ${request.path} HTTP/1.1`,
    headerLines: [
      ...(names.has('host') ? [] : [['host', host] as const]),
      ...(framed || bytes.length === 0 ? [] : [['content-length', String(bytes.length)] as const]),
      ...given,
    ],
  });
  return joinBytes([toBytes(head), bytes]);
}
