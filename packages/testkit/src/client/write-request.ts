import { listHeaders } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import { joinBytes, toBytes } from '../wire/bytes.ts';
import { writeMessageHead } from '../wire/head.ts';

export interface RawRequest {
  /** `POST` when there is content, else `GET`. */
  readonly method?: string;
  readonly path: string;
  /** Sent behind `host` and, with content, `content-length`, unless they are given here. */
  readonly headers?: HeaderInput;
  /** Objects are sent as JSON. */
  readonly body?: string | Uint8Array | Readonly<Record<string, unknown>>;
}

/** Writes a request as this client would send it. */
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
