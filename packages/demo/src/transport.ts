/** The demo as an upstream transport: parses each call, runs its model and returns the response. */
import {
  type CanonicalRequest,
  codecOf,
  GatewayError,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@parley/protocol';
import { sleep as sleepWithTimer, type Sleep } from './body.ts';
import { readEmbedding, readNativeEmbedding } from './embeddings.ts';
import { listDemoModels } from './model-lists.ts';
import { type DemoModel, demoModels } from './models.ts';
import { answerJson, answerRequest, type CallContext, refuse } from './reply.ts';
import { type DemoRoute, findRoute } from './route.ts';
import { countRequestTokens } from './tokens.ts';
import type { DemoAnswer, DemoCall, DemoTransport } from './types.ts';

export interface DemoOptions {
  /** Milliseconds since 1970; the system clock by default. */
  readonly now?: () => number;
  /** How slow models wait; a timer by default. */
  readonly sleep?: Sleep;
}

/**
 * Creates an upstream that needs no network. It parses each request as a server of its dialect does, and
 * responds whole or as a stream. `send` rejects only with the reason of an aborted signal.
 */
export function createDemoTransport(options: DemoOptions = {}): DemoTransport {
  const { now = () => Date.now(), sleep = sleepWithTimer } = options;
  let count = 0;
  return {
    async send(call) {
      call.signal.throwIfAborted();
      const route = findRoute(call);
      if (route === undefined) return answerJson(call, 404, {});
      if (route.action === 'list') return answerJson(call, 200, listDemoModels(route.dialect));
      const id = `demo${String(++count)}`;
      const createdAt = Math.floor(now() / 1_000);
      return answer({ call, codec: codecOf(route.dialect), sleep, id, createdAt }, route);
    },
    close: () => Promise.resolve(),
  };
}

async function answer(demo: CallContext, route: DemoRoute): Promise<DemoAnswer> {
  try {
    const body = readBody(demo.call);
    if (route.action === 'embed') return embed(demo, route, body);
    const request = decode(demo, route, body);
    const model = findModel(request.model);
    if (model.headDelayMs !== undefined) await demo.sleep(model.headDelayMs, demo.call.signal);
    if (model.refusal !== undefined) return refuse(demo, model.refusal);
    if (route.action === 'count') return count(demo, request);
    return answerRequest(demo, request, model);
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown;
    return refuse(demo, { error: thrown });
  }
}

function readBody({ body = '' }: DemoCall): JsonValue {
  const value = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (value === undefined) throw new GatewayError('invalid-request', 'The body is not JSON.');
  return value;
}

function decode(
  { codec }: CallContext,
  { action, address }: DemoRoute,
  body: JsonValue,
): CanonicalRequest {
  const asked = action === 'count' ? codec.tokenCounting?.toRequest(body) : body;
  if (asked === undefined) throw new GatewayError('not-found', 'This dialect counts no tokens.');
  const request = codec.decodeRequest(asked, address).value;
  if (request.previousResponseId === undefined) return request;
  throw new GatewayError('invalid-request', 'The demo keeps no answers.', {
    reason: 'previous_response_not_found',
    param: 'previous_response_id',
  });
}

function findModel(name: string): DemoModel {
  const model = demoModels.get(name);
  if (model !== undefined) return model;
  throw new GatewayError('not-found', 'There is no such demo model.', {
    reason: 'model_not_found',
  });
}

function count({ call, codec }: CallContext, request: CanonicalRequest): DemoAnswer {
  const counted: JsonObject = codec.tokenCounting?.encodeCount(countRequestTokens(request)) ?? {};
  return answerJson(call, 200, counted);
}

function embed(demo: CallContext, { address }: DemoRoute, body: JsonValue): DemoAnswer {
  const asked =
    address === undefined ? readEmbedding(body) : readNativeEmbedding(body, address.model);
  const model = findModel(asked.model);
  if (model.embeds === true) return answerJson(demo.call, 200, asked.answer());
  if (model.refusal !== undefined) return refuse(demo, model.refusal);
  throw new GatewayError('invalid-request', 'This model makes no embeddings.', { param: 'model' });
}
