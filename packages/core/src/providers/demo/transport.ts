import {
  type CanonicalReply,
  type CanonicalRequest,
  type Codec,
  codecs,
  GatewayError,
  type JsonObject,
  NameMap,
  parseJson,
  type ReplyTarget,
} from '@parley/protocol';
import { systemClock } from '../../clock.ts';
import type { UpstreamAnswer, UpstreamCall, UpstreamTransport } from '../../ports.ts';
import { endpointUrl, modelsUrl } from '../endpoint.ts';
import { demoBaseUrls } from './address.ts';
import { createBody, sleep as sleepWithTimer, type Sleep } from './body.ts';
import { type DemoModel, demoModels } from './models.ts';
import { streamPieces } from './pieces.ts';
import { measureUsage } from './tokens.ts';

export interface DemoOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly sleep?: Sleep;
}

/** One call, and what it needs to be answered. */
interface DemoCall {
  readonly call: UpstreamCall;
  readonly codec: Codec;
  readonly sleep: Sleep;
  /** Unique within this transport. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
}

/** The highest number of answers to one request. */
const mostCandidates = 16;

const listCodecs = codecsByUrl(modelsUrl);
const endpointCodecs = codecsByUrl(endpointUrl);

function codecsByUrl(urlOf: typeof modelsUrl): ReadonlyMap<string, Codec> {
  return new Map(
    Object.values(codecs).map((codec) => [
      urlOf(codec.dialect, demoBaseUrls[codec.dialect]),
      codec,
    ]),
  );
}

/**
 * An upstream without a network: reads each request as a server of its dialect would, and answers
 * whole or streamed. After an abort it throws the signal's own reason.
 */
export function createDemoTransport(options: DemoOptions = {}): UpstreamTransport {
  const { now = () => systemClock.now(), sleep = sleepWithTimer } = options;
  let count = 0;
  return {
    async send(call) {
      call.signal.throwIfAborted();
      const [url = ''] = call.url.split('?', 1);
      if (call.method === 'GET' && listCodecs.has(url)) return answerJson(call, 200, listModels());
      const codec = endpointCodecs.get(url);
      if (codec === undefined || call.method !== 'POST') return answerJson(call, 404, {});
      const id = `demo${String(++count)}`;
      return answer({ call, codec, sleep, id, createdAt: Math.floor(now() / 1_000) });
    },
    close: () => Promise.resolve(),
  };
}

async function answer(demo: DemoCall): Promise<UpstreamAnswer> {
  try {
    const request = decode(demo);
    const model = findModel(request.model);
    if (model.headDelayMs !== undefined) await demo.sleep(model.headDelayMs, demo.call.signal);
    if (model.refusal !== undefined) return refuse(demo, model.refusal);
    return request.stream ? answerStream(demo, request, model) : answerWhole(demo, request, model);
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown;
    return refuse(demo, { error: thrown });
  }
}

function decode({ call, codec }: DemoCall): CanonicalRequest {
  const body = parseJson(call.body ?? '');
  if (body === undefined) throw new GatewayError('invalid-request', 'The body is not JSON.');
  codec.checkRequest(body);
  return codec.decodeRequest(body).value;
}

function findModel(name: string): DemoModel {
  const model = demoModels.get(name);
  if (model !== undefined) return model;
  throw new GatewayError('not-found', 'There is no such demo model.', {
    reason: 'model_not_found',
  });
}

function answerWhole(demo: DemoCall, request: CanonicalRequest, model: DemoModel): UpstreamAnswer {
  if (model.breakOff === 'error') {
    throw new GatewayError('internal', 'This model breaks off in the middle of its answer.');
  }
  const reply = replyOf(demo, request, model);
  const text = JSON.stringify(demo.codec.encodeReply(reply, targetOf(demo, request)).value);
  const sent = model.breakOff === 'cut' ? text.slice(0, text.length / 2) : text;
  return answerText(demo.call, 200, sent);
}

function answerStream(demo: DemoCall, request: CanonicalRequest, model: DemoModel): UpstreamAnswer {
  const { call, codec } = demo;
  const encoder = codec.createStreamEncoder(targetOf(demo, request));
  const pieces = streamPieces(replyOf(demo, request, model), encoder, model.breakOff);
  const delay = model.pieceDelayMs;
  const pause = delay === undefined ? undefined : () => demo.sleep(delay, call.signal);
  return {
    status: 200,
    headers: new Headers({ 'content-type': 'text/event-stream; charset=utf-8' }),
    body: createBody(pieces, pause, call.signal),
  };
}

function replyOf(demo: DemoCall, request: CanonicalRequest, model: DemoModel): CanonicalReply {
  const { parts, finish } = model.answer(request);
  const length = Math.min(request.candidates ?? 1, mostCandidates);
  const choices = Array.from({ length }, (_, index) => ({ index, parts, finish }));
  return {
    id: demo.id,
    model: request.model,
    createdAt: demo.createdAt,
    choices,
    usage: measureUsage(
      request,
      choices.flatMap((choice) => choice.parts),
    ),
  };
}

function targetOf({ id, createdAt }: DemoCall, request: CanonicalRequest): ReplyTarget {
  const { model, includeUsage } = request;
  return { model, id, createdAt, names: new NameMap(), includeUsage };
}

/** An error in the dialect's own form, with the status asked for or else the dialect's own. */
function refuse(
  { call, codec, id }: DemoCall,
  { error, status }: { readonly error: GatewayError; readonly status?: number },
): UpstreamAnswer {
  const encoded = codec.encodeError(error, id);
  const answer = answerJson(call, status ?? encoded.status, encoded.body);
  if (error.retryAfter !== undefined) answer.headers.set('retry-after', String(error.retryAfter));
  return answer;
}

/** The list of models in one form that both dialects read. */
function listModels(): JsonObject {
  const data = [...demoModels.keys()].map((id) => ({ id, object: 'model', type: 'model' }));
  return { object: 'list', data, has_more: false };
}

function answerJson(call: UpstreamCall, status: number, body: JsonObject): UpstreamAnswer {
  return answerText(call, status, JSON.stringify(body));
}

function answerText({ signal }: UpstreamCall, status: number, text: string): UpstreamAnswer {
  const headers = new Headers({ 'content-type': 'application/json' });
  return { status, headers, body: createBody([text], undefined, signal) };
}
