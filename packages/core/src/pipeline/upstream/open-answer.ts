import {
  parseJson,
  replayReply,
  scanObject,
  spliceFields,
  writeJson,
  type JsonObject,
  type JsonValue,
  type ReplyTarget,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Exchange } from '../exchange.ts';
import { ExpressLane } from '../streaming/express-lane.ts';
import { createFormWriter } from '../streaming/frame-form.ts';
import { HubLane } from '../streaming/hub-lane.ts';
import type { Lane } from '../streaming/lane.ts';
import { hearReply } from '../../billing/quota/hear-reply.ts';
import type { Answer, WholeAnswer } from './answer.ts';
import type { UpstreamConnection } from './connection.ts';
import { readText } from './read-text.ts';
import { badAnswer, type Reception } from './reception.ts';

/**
 * Opens a successful answer: a whole one is read to its end, of a streamed one only the beginning,
 * so that whatever fails until then can still be a proper HTTP error or go to the next target.
 * @throws GatewayError
 */
export async function openAnswer(
  gateway: GatewayContext,
  exchange: Exchange,
  reception: Reception,
): Promise<Answer> {
  const type = reception.connection.answer.headers.get('content-type') ?? '';
  const streamed = /^text\/event-stream\b/i.test(type);
  const wanted = reception.question.facts.stream;
  if (streamed && wanted) return openStream(gateway, exchange, reception);
  if (streamed) throw badAnswer();
  const text = await readText(gateway, reception.connection, gateway.limits.replyBytes);
  const body = parseJson(text);
  if (body === undefined) throw badAnswer();
  if (wanted) return streamWhole(gateway, exchange, { reception, body });
  try {
    return translateWhole(gateway, exchange, { reception, text, body });
  } catch (thrown) {
    // Values nested thousands of levels deep exhaust the stack.
    throw thrown instanceof RangeError ? badAnswer() : thrown;
  }
}

/** The whole answer of an upstream. */
interface WholeBody {
  readonly reception: Reception;
  readonly body: JsonValue;
}

function translateWhole(
  gateway: GatewayContext,
  exchange: Exchange,
  { reception, text, body }: WholeBody & { readonly text: string },
): WholeAnswer {
  const { question, encoded, reader, meter } = reception;
  if (encoded.express) {
    const { usage, redacted } = reader.checkAnswer(body);
    meter.report(usage);
    if (!meter.isTold) hearReply(reader.decodeAnswer(body).value, meter);
    meter.finish();
    return { kind: 'whole', text: showFields(text, { model: question.facts.model, ...redacted }) };
  }
  const decoded = reader.decodeAnswer(body);
  const reply = exchange.inbound.encodeReply(
    decoded.value,
    replyTarget(gateway, exchange, reception),
  );
  hearReply(decoded.value, meter);
  meter.report(decoded.value.usage);
  meter.finish();
  const notes = reader.redactNotes([...decoded.notes, ...reply.notes]);
  exchange.facts.notes = [...exchange.facts.notes, ...notes];
  return { kind: 'whole', text: writeJson(reply.value) };
}

/** The caller sees, say, the name it asked for; every other character of the answer stays as it came. */
export function showFields(text: string, fields: JsonObject): string {
  try {
    const scan = scanObject(text, Infinity);
    const present = Object.entries(fields).filter(([name]) => scan.fields.has(name));
    const shown = present.map(([name, value]) => [name, JSON.stringify(value)] as const);
    return spliceFields(text, scan, Object.fromEntries(shown));
  } catch {
    // A reply that our scan finds ambiguous is still the upstream's reply.
    return text;
  }
}

/** Some upstreams answer a streamed request with a whole reply; the caller still gets a stream. */
function streamWhole(
  gateway: GatewayContext,
  exchange: Exchange,
  { reception, body }: WholeBody,
): Answer {
  const { connection, reader } = reception;
  const decoded = reader.decodeAnswer(body);
  const lane = hubLane(gateway, exchange, reception);
  const pending = lane.take(replayReply(decoded.value));
  exchange.facts.notes = [...exchange.facts.notes, ...reader.redactNotes(decoded.notes)];
  return { kind: 'stream', lane, pending, connection };
}

async function openStream(
  gateway: GatewayContext,
  exchange: Exchange,
  reception: Reception,
): Promise<Answer> {
  const { encoded, connection } = reception;
  const lane = encoded.express
    ? expressLane(exchange, reception)
    : hubLane(gateway, exchange, reception);
  const pending = await readBeginning(lane, connection, gateway.limits.peekMs);
  if (lane.state === 'failed' && !lane.started && lane.error !== undefined) throw lane.error;
  return { kind: 'stream', lane, pending, connection };
}

/** Reads until the answer's content begins, but no longer than the caller can go without a sign of life. */
async function readBeginning(
  lane: Lane,
  connection: UpstreamConnection,
  limitMs: number,
): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<'expired'>((resolve) => {
    timer = setTimeout(() => {
      resolve('expired');
    }, limitMs);
  });
  let text = '';
  try {
    while (lane.state === 'open' && !lane.started) {
      const first = await Promise.race([connection.peek(), expired]);
      if (first === 'expired') break;
      const chunk = await connection.take();
      text += chunk === undefined ? lane.close() : lane.push(chunk);
    }
    return text;
  } finally {
    clearTimeout(timer);
  }
}

function expressLane(exchange: Exchange, { question, reader, meter }: Reception): ExpressLane {
  const { model, includeUsage } = question.facts;
  const tap = reader.createTap({
    model,
    includeUsage,
    onText: (text, kind) => {
      meter.hear(text, kind);
    },
    mayBeCut: exchange.facts.allowance !== undefined,
  });
  return new ExpressLane(tap, createFormWriter(exchange.form), meter);
}

function hubLane(gateway: GatewayContext, exchange: Exchange, reception: Reception): HubLane {
  const { reader, meter } = reception;
  const decoder = reader.createDecoder();
  const target = replyTarget(gateway, exchange, reception);
  const encoder = exchange.inbound.createStreamEncoder(target);
  return new HubLane({ decoder, encoder, reader }, createFormWriter(exchange.form), meter);
}

function replyTarget(
  { clock }: GatewayContext,
  exchange: Exchange,
  { question, encoded }: Reception,
): ReplyTarget {
  return {
    model: question.facts.model,
    id: exchange.id.replace(/^req_/, ''),
    createdAt: Math.floor(exchange.startedAt / 1_000),
    completedAt: () => Math.floor(clock.now() / 1_000),
    names: encoded.names,
    includeUsage: question.facts.includeUsage,
    request: question.canonical().value,
  };
}
