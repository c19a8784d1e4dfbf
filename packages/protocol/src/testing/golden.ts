// Translates a golden case into every dialect, for its test and the script that updates it.
import * as z from 'zod';
import type { DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import { fidelityOf, type Note } from '../canonical/note.ts';
import type { Codec, ReplyTarget, RequestTarget } from '../codec.ts';
import { codecOf, codecs } from '../dialects.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { writeFrames, type SseFrame } from '../sse/frame.ts';
import { writeFollowUp } from './follow-up.ts';
import type { CaseKind, GoldenCase } from './golden-case.ts';
import { receiveRequest, sendReply, translateRequest } from './translation.ts';
import { targetOf } from './upstreams.ts';
import { readStream, replyTarget, writeStream } from './wire.ts';

/** The upstream model of each dialect, for requests whose case states none. */
const models: Readonly<Record<DialectId, string>> = {
  'openai-chat': 'gpt-4.1',
  'anthropic-messages': 'claude-sonnet-4-5',
  'gemini-generate': 'gemini-2.5-flash',
  'openai-responses': 'gpt-4.1',
};

/** One translation of a case, in one dialect. */
interface GoldenResult {
  /** The text of the result's file. */
  readonly text: string;
  readonly notes: readonly Note[];
}

/** Translates the case into another dialect. @throws GatewayError if it is rejected */
type Translator = (golden: GoldenCase, other: Codec) => GoldenResult;

const translators: Readonly<Record<CaseKind, Translator>> = {
  request: translateSourceRequest,
  reply: translateSourceReply,
  stream: translateSourceStream,
  'second-turn': bringBack,
  error: translateSourceError,
};

/** The result files of a case, by name: one for each other dialect, and `notes.json`. */
export function translateCase(golden: GoldenCase): Map<string, string> {
  const files = new Map<string, string>();
  const notes: JsonObject = {};
  const others = Object.values(codecs).filter(({ dialect }) => dialect !== golden.dialect);
  for (const other of others) {
    try {
      const result = translators[golden.kind](golden, other);
      files.set(`${other.dialect}.${golden.kind === 'stream' ? 'sse' : 'json'}`, result.text);
      notes[other.dialect] = writeNotes(result.notes);
    } catch (thrown) {
      if (!(thrown instanceof GatewayError)) throw thrown;
      notes[other.dialect] = writeRefusal(thrown);
    }
  }
  return files.set('notes.json', writeJson(notes));
}

function writeJson(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function writeNotes(notes: readonly Note[]): JsonObject {
  return { translation: fidelityOf(notes), notes: notes.map((note) => ({ ...note })) };
}

function writeRefusal({ code, reason, param, message }: GatewayError): JsonObject {
  return { translation: 'refused', error: { code, reason, param, message } };
}

/** The source of a case that is one JSON object. @throws Error if it is not */
export function sourceBody({ name, source }: GoldenCase): JsonObject {
  const body = parseJson(source);
  if (!isJsonObject(body)) throw new Error(`The source of golden/${name} is no JSON object.`);
  return body;
}

/** The frames of a case that is a stream. */
export function sourceFrames({ source }: Pick<GoldenCase, 'source'>): SseFrame[] {
  const parser = createFrameParser();
  return [...parser.push(new TextEncoder().encode(source)), ...parser.end()];
}

/** The upstream of a case, in the given dialect. */
export function upstreamOf({ facts }: GoldenCase, dialect: DialectId): RequestTarget {
  return targetOf(
    facts.models?.[dialect] ?? models[dialect],
    facts.vendor ?? codecs[dialect].wire.vendor,
  );
}

/** What a reply encoder needs to know about the request of a case. */
export function targetOfReply(golden: GoldenCase): ReplyTarget {
  const { request } = golden.facts;
  if (request === undefined) return replyTarget();
  const asked = receiveRequest(codecOf(request.dialect), request.body).value;
  const upstream = codecOf(golden.dialect);
  const { names } = upstream.encodeRequest(asked, upstreamOf(golden, golden.dialect)).value;
  return { ...replyTarget(names), request: asked };
}

function translateSourceRequest(golden: GoldenCase, other: Codec): GoldenResult {
  const upstream = { codec: other, target: upstreamOf(golden, other.dialect) };
  const { value, notes } = translateRequest(codecOf(golden.dialect), sourceBody(golden), upstream);
  return { text: writeJson(value.body), notes };
}

function translateSourceReply(golden: GoldenCase, other: Codec): GoldenResult {
  const source = upstreamOf(golden, golden.dialect);
  const reply = codecOf(golden.dialect).decodeReply(sourceBody(golden), source);
  const { value, notes } = sendReply(other, reply.value, targetOfReply(golden));
  return { text: writeJson(value), notes: [...reply.notes, ...notes] };
}

function translateSourceStream(golden: GoldenCase, other: Codec): GoldenResult {
  const { vendor } = upstreamOf(golden, golden.dialect);
  const read = readStream(codecOf(golden.dialect), sourceFrames(golden), vendor);
  const written = writeStream(other, read.steps, targetOfReply(golden));
  return { text: writeFrames(written.steps), notes: [...read.notes, ...written.notes] };
}

/**
 * The upstream's reply as a client of another dialect receives it, and the request in which it is sent back.
 */
function bringBack(golden: GoldenCase, client: Codec): GoldenResult {
  const upstream = codecOf(golden.dialect);
  const target = upstreamOf(golden, golden.dialect);
  const reply = upstream.decodeReply(sourceBody(golden), target);
  const shown = sendReply(client, reply.value, targetOfReply(golden));
  const results = golden.facts.results ?? ['18 °C, clear'];
  const echoed = writeFollowUp(client.dialect, shown.value, results);
  const next = translateRequest(client, echoed, { codec: upstream, target });
  return {
    text: writeJson({ shown: shown.value, sentBack: next.value.body }),
    notes: [...reply.notes, ...shown.notes, ...next.notes],
  };
}

const errorShape = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.json(),
});

function translateSourceError(golden: GoldenCase, other: Codec): GoldenResult {
  const { status, headers, body } = errorShape.parse(sourceBody(golden));
  const reply = { status, headers: new Headers(headers), body };
  const error = codecOf(golden.dialect).decodeError(reply);
  const { retryAfter } = error;
  const encoded = other.encodeError(error, 'req_x7');
  return { text: writeJson({ status: encoded.status, retryAfter, body: encoded.body }), notes: [] };
}
