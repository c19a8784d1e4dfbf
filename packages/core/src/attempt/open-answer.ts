import {
  parseJson,
  replayReply,
  scanObject,
  spliceFields,
  writeJson,
  type JsonValue,
  type ReplyTarget,
} from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { ExpressLane } from '../relay/express-lane.ts';
import { createFormWriter } from '../relay/frame-form.ts';
import { HubLane } from '../relay/hub-lane.ts';
import type { Lane } from '../relay/lane.ts';
import { hearReply } from '../quota/hear-reply.ts';
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
  const { question, encoded, connection, meter } = reception;
  const source = { vendor: connection.upstream.vendor };
  if (encoded.express) {
    meter.report(encoded.outbound.readReply(body).usage);
    if (!meter.isTold) {
      hearReply(encoded.outbound.decodeReply(body, source).value, meter);
    }
    meter.finish();
    return { kind: 'whole', text: showCallName(text, question.facts.model) };
  }
  const decoded = encoded.outbound.decodeReply(body, source);
  const reply = exchange.inbound.encodeReply(
    decoded.value,
    replyTarget(gateway, exchange, reception),
  );
  hearReply(decoded.value, meter);
  meter.report(decoded.value.usage);
  meter.finish();
  exchange.facts.notes = [...exchange.facts.notes, ...decoded.notes, ...reply.notes];
  return { kind: 'whole', text: writeJson(reply.value) };
}

/** The caller sees the name it asked for; every other character of the answer stays as it came. */
export function showCallName(text: string, model: string): string {
  try {
    const scan = scanObject(text, Infinity);
    return scan.fields.has('model')
      ? spliceFields(text, scan, { model: JSON.stringify(model) })
      : text;
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
  const { encoded, connection } = reception;
  const decoded = encoded.outbound.decodeReply(body, { vendor: connection.upstream.vendor });
  const lane = hubLane(gateway, exchange, reception);
  const pending = lane.take(replayReply(decoded.value));
  exchange.facts.notes = [...exchange.facts.notes, ...decoded.notes];
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

function expressLane(exchange: Exchange, { question, encoded, meter }: Reception): ExpressLane {
  const { model, includeUsage } = question.facts;
  const tap = encoded.outbound.createStreamTap({
    model,
    includeUsage,
    hear: (words, kind) => {
      meter.hear(words, kind);
    },
    mayBeCut: exchange.facts.allowance !== undefined,
  });
  return new ExpressLane(tap, createFormWriter(exchange.form), meter);
}

function hubLane(gateway: GatewayContext, exchange: Exchange, reception: Reception): HubLane {
  const { encoded, connection, meter } = reception;
  const decoder = encoded.outbound.createStreamDecoder({ vendor: connection.upstream.vendor });
  const target = replyTarget(gateway, exchange, reception);
  const encoder = exchange.inbound.createStreamEncoder(target);
  return new HubLane({ decoder, encoder }, createFormWriter(exchange.form), meter);
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
