import type { HeaderLine, HeaderRecord } from '../wire/head.ts';
import type { WireRequest } from '../wire/request-reader.ts';
import { findPlace } from './endpoint.ts';
import type { Dialect, Endpoint, Place } from './endpoint.ts';

/** A request as the upstream received it. All times are milliseconds of `performance.now()`. */
export interface ScriptedRequest {
  /** Its place in `upstream.requests`. */
  readonly index: number;
  /** Which connection it came on, counted from 0: equal numbers mean a connection was reused. */
  readonly connection: number;
  readonly method: string;
  /** The request target as sent, and its two parts. The path is not decoded. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderRecord;
  /** Every header in the sender's order and case. */
  readonly headerLines: readonly HeaderLine[];
  readonly content: Uint8Array;
  readonly text: string;
  /** The content as JSON; `undefined` when it is none. */
  readonly body: unknown;
  readonly endpoint: Endpoint;
  /** The format of the endpoint; of `models` and `other` the client's, told by path and headers. */
  readonly dialect: Dialect;
  /** The model asked for, in the body or in the path; the path's is decoded. */
  readonly model: string | undefined;
  /** Whether the body or the path asks for a stream. */
  readonly stream: boolean;
  readonly receivedAt: number;
  /** When the client left before the answer was complete. */
  readonly closedByClientAt: number | undefined;
  /** When the answer was complete or the upstream ended the connection. */
  readonly endedAt: number | undefined;
  /** Bytes handed to the network so far, head and framing included. */
  readonly bytesSent: number;
}

/** The upstream's own view of a request: what happens to it later is written in. */
export interface RequestRecord extends ScriptedRequest {
  closedByClientAt: number | undefined;
  endedAt: number | undefined;
  bytesSent: number;
}

/** Reads JSON; `undefined` for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a field of a JSON object; `undefined` for anything else. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function readModel(place: Place, body: unknown): string | undefined {
  const model = place.model ?? readField(body, 'model');
  return typeof model === 'string' ? model : undefined;
}

/** Records what a wire request says. */
export function recordRequest(
  wire: WireRequest,
  place: { readonly index: number; readonly connection: number },
): RequestRecord {
  const [path = '', ...query] = wire.target.split('?');
  const asked = findPlace(path, wire.headers);
  const text = Buffer.from(wire.content).toString('utf8');
  const body = parseJson(text);
  return {
    ...place,
    method: wire.method,
    target: wire.target,
    path,
    query: new URLSearchParams(query.join('?')),
    headers: wire.headers,
    headerLines: wire.headerLines,
    content: wire.content,
    text,
    body,
    endpoint: asked.endpoint,
    dialect: asked.dialect,
    model: readModel(asked, body),
    stream: asked.stream ?? readField(body, 'stream') === true,
    receivedAt: performance.now(),
    closedByClientAt: undefined,
    endedAt: undefined,
    bytesSent: 0,
  };
}
