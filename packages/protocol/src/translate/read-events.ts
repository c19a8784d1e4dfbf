// Reads an upstream's reply as canonical events, for programs that use a reply and do not translate it.
import { GatewayError } from '../canonical/error.ts';
import type { DialectId } from '../canonical/dialect.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { Note } from '../canonical/note.ts';
import type { Codec, ReplySource } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { parseJson } from '../json/parse.ts';
import type { Redact } from '../redaction/redaction.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';
import { interrupted } from '../shared/stream/stream-state.ts';
import { BodyDecoder } from './body-decoder.ts';

/**
 * Where a reply comes from: a `Response` of `fetch`, its body, a file that is being read, or the text itself. Bytes
 * and text may be split anywhere.
 */
export type ReplyBody =
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | Uint8Array
  | string;

/** How to read a reply. */
export interface ReadEventsOptions {
  /** The dialect of the reply. */
  readonly from: DialectId;
  /** The vendor that runs the upstream; by default the one that defined `from`. */
  readonly vendor?: string;
  /** Redacts errors; by default by the shapes of secrets alone. See `createRedactor`. */
  readonly redact?: Redact;
}

/** The events of one reply. They can be read once. */
export interface ReplyEvents extends AsyncIterable<CanonicalEvent> {
  /** What could not be read so far; whole once the last event has been read. */
  readonly notes: readonly Note[];
}

/**
 * Reads a reply as it arrives: server-sent events, the JSON array that Gemini sends without `alt=sse`, or a whole
 * reply. The last event is `reply-end`, or `failure` with the reason: the upstream returned an error, broke off, or
 * sent something else. Nothing that it sends makes the iteration throw. Leaving the loop cancels the body.
 * @throws TypeError if `from` names no dialect
 */
export function readEvents(body: ReplyBody, options: ReadEventsOptions): ReplyEvents {
  const { from, vendor, redact } = options;
  const codec = codecOf(from);
  const source = { vendor: vendor ?? codec.wire.vendor, ...omitUndefined({ redact }) };
  return new EventReading(body, codec, source);
}

class EventReading implements ReplyEvents {
  readonly #decoder: BodyDecoder;
  readonly #events: AsyncIterator<CanonicalEvent>;

  constructor(body: ReplyBody, codec: Codec, source: ReplySource) {
    this.#decoder = new BodyDecoder(codec, source);
    this.#events = guard(
      isFailed(body) ? readFailure(body, codec, source) : decode(body, this.#decoder),
    );
  }

  get notes(): readonly Note[] {
    return this.#decoder.notes;
  }

  [Symbol.asyncIterator](): AsyncIterator<CanonicalEvent> {
    return this.#events;
  }
}

/** Every thrown value becomes the last event. */
async function* guard(
  events: AsyncIterable<CanonicalEvent>,
): AsyncGenerator<CanonicalEvent, undefined> {
  try {
    for await (const event of events) {
      yield event;
      if (event.type === 'failure' || event.type === 'reply-end') return;
    }
  } catch (thrown) {
    const error = thrown instanceof GatewayError ? thrown : interrupted(thrown);
    yield { type: 'failure', error };
  }
}

async function* decode(
  body: ReplyBody,
  decoder: BodyDecoder,
): AsyncGenerator<CanonicalEvent, undefined> {
  for await (const chunk of chunksOf(body)) yield* decoder.push(chunk);
  yield* decoder.end();
}

function isResponse(body: ReplyBody): body is Response {
  return typeof body === 'object' && 'headers' in body && 'status' in body;
}

function isFailed(body: ReplyBody): body is Response {
  return isResponse(body) && !body.ok;
}

async function* readFailure(
  response: Response,
  codec: Codec,
  { redact }: ReplySource,
): AsyncGenerator<CanonicalEvent, undefined> {
  const text = await response.text();
  const { status, headers } = response;
  const error = codec.decodeError({ status, headers, body: parseJson(text) ?? text }, redact);
  yield { type: 'failure', error };
}

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

function chunksOf(body: ReplyBody): Chunks {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return [body];
  if (isResponse(body)) return body.body === null ? [] : chunksOfStream(body.body);
  return 'getReader' in body ? chunksOfStream(body) : body;
}

/** Some browsers cannot iterate over a stream. */
async function* chunksOfStream(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
