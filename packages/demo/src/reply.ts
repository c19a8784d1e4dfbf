/** Encodes the reply of a model as an HTTP response in the dialect of the call; used by the transport. */
import {
  type CanonicalReply,
  type CanonicalRequest,
  type Codec,
  GatewayError,
  type JsonObject,
  NameMap,
  type ReplyTarget,
} from '@parley/protocol';
import { createBody, type Sleep } from './body.ts';
import type { DemoModel } from './models.ts';
import { streamPieces } from './pieces.ts';
import { measureUsage } from './tokens.ts';
import type { DemoAnswer, DemoCall } from './types.ts';

/** A call with everything that its response depends on. */
export interface CallContext {
  readonly call: DemoCall;
  readonly codec: Codec;
  readonly sleep: Sleep;
  /** Unique within this transport. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
}

/** Maximum number of candidates for one request. */
const mostCandidates = 16;

/** Returns the response of a model, whole or streamed. @throws GatewayError when the model fails before it */
export function answerRequest(
  demo: CallContext,
  request: CanonicalRequest,
  model: DemoModel,
): DemoAnswer {
  const reply = replyOf(demo, request, model);
  const target = targetOf(demo, request);
  return request.stream
    ? answerStream(demo, { reply, target, model })
    : answerWhole(demo, { reply, target, model });
}

interface Prepared {
  readonly reply: CanonicalReply;
  readonly target: ReplyTarget;
  readonly model: DemoModel;
}

function answerWhole({ call, codec }: CallContext, { reply, target, model }: Prepared) {
  if (model.breakOff === 'error') {
    throw new GatewayError('internal', 'This model breaks off in the middle of its answer.');
  }
  const text = JSON.stringify(codec.encodeReply(reply, target).value);
  const sent = model.breakOff === 'cut' ? text.slice(0, text.length / 2) : text;
  return answerText(call, sent, { status: 200 });
}

function answerStream(
  { call, codec, sleep }: CallContext,
  { reply, target, model }: Prepared,
): DemoAnswer {
  const pieces = streamPieces(reply, codec.createStreamEncoder(target), model.breakOff);
  const delay = model.pieceDelayMs;
  const pause = delay === undefined ? undefined : () => sleep(delay, call.signal);
  return {
    status: 200,
    headers: createHeaders({ 'content-type': 'text/event-stream; charset=utf-8' }),
    body: createBody(pieces, pause, call.signal),
  };
}

function replyOf(demo: CallContext, request: CanonicalRequest, model: DemoModel): CanonicalReply {
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

function targetOf({ id, createdAt }: CallContext, request: CanonicalRequest): ReplyTarget {
  const { model, includeUsage } = request;
  return { model, id, createdAt, names: new NameMap(), includeUsage, request };
}

/** An error in the format of the dialect, with the given status or the dialect's own. */
export function refuse(
  { call, codec, id }: CallContext,
  { error, status }: { readonly error: GatewayError; readonly status?: number },
): DemoAnswer {
  const { status: usual, body } = codec.encodeError(error, id);
  const { retryAfter } = error;
  return answerText(call, JSON.stringify(body), {
    status: status ?? usual,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

export function answerJson(call: DemoCall, status: number, body: JsonObject): DemoAnswer {
  return answerText(call, JSON.stringify(body), { status });
}

interface TextHead {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter?: number;
}

function answerText({ signal }: DemoCall, text: string, { status, retryAfter }: TextHead) {
  const headers = createHeaders({
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  return { status, headers, body: createBody([text], undefined, signal) };
}

/** Not a web `Headers`, for the first of which Node loads its whole `fetch`. */
function createHeaders(fields: Readonly<Record<string, string>>): DemoAnswer['headers'] {
  return { get: (name) => fields[name] ?? null };
}
