/** A request as the scripted upstream recorded it. */
import type { HeaderLine, HeaderRecord } from '../wire/head.ts';
import type { WireRequest } from '../wire/request-reader.ts';
import { findPlace } from './endpoint.ts';
import type { Dialect, Endpoint, Place } from './endpoint.ts';

/** A request as the upstream received it. Times are milliseconds of `performance.now()`. */
export interface ScriptedRequest {
  /** Its index in `upstream.requests`. */
  readonly index: number;
  /** The number of its connection, from 0: equal numbers mean that the connection was reused. */
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
  /** The body as JSON; `undefined` when it is not JSON. */
  readonly body: unknown;
  readonly endpoint: Endpoint;
  /** The format of the endpoint; for `models` and `other` it follows from path and headers. */
  readonly dialect: Dialect;
  /** The requested model, from the body or the path; decoded when it is in the path. */
  readonly model: string | undefined;
  /** Whether the body or the path requests a stream. */
  readonly stream: boolean;
  readonly receivedAt: number;
  /** When the client disconnected before the response was complete. */
  readonly closedByClientAt: number | undefined;
  /** When the response was complete or the upstream ended the connection. */
  readonly endedAt: number | undefined;
  /** Bytes written to the network so far, including head and framing. */
  readonly bytesSent: number;
}

/** The mutable record of a request inside the upstream. */
export interface RequestRecord extends ScriptedRequest {
  closedByClientAt: number | undefined;
  endedAt: number | undefined;
  bytesSent: number;
}

/** Parses JSON; returns `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a field of a JSON object; `undefined` for any other value. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function readModel(place: Place, body: unknown): string | undefined {
  const model = place.model ?? readField(body, 'model');
  return typeof model === 'string' ? model : undefined;
}

/** Creates the record of a request. */
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
