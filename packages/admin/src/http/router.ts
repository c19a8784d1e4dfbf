import { codecOf, type GatewayError } from '@parley/protocol';
import type { Page } from '../shared/page.ts';
import {
  createExchangeId,
  type IncomingRequest,
  respondError,
  toGatewayError,
} from '@parley/core/extension';
import type { AdminContext } from '../context.ts';
import { identifyHolder } from './key-holder.ts';
import { authorize } from './caller.ts';
import { columnsOf, streamCsv, type Row } from './csv.ts';
import type { AdminEndpoint, AnyCall, Askers } from '../shared/endpoint.ts';
import { answerStream, type StreamedEvent } from './event-stream.ts';
import { checkInput, querySchema, readInput, readQuery } from '../shared/input.ts';
import { createOperator } from './operator.ts';

/** A request that reached an admin endpoint. */
export interface AdminArrival extends IncomingRequest {
  /** What the path names, decoded. */
  readonly id: string;
}

/** Token, session or key → input → deed → answer. Errors have the shape that the chat endpoints use. */
export async function serveAdmin(
  gateway: AdminContext,
  endpoint: AdminEndpoint,
  arrival: AdminArrival,
): Promise<Response> {
  const requestId = createExchangeId(gateway.clock.now());
  try {
    const asker = await identify(gateway, endpoint, arrival);
    const response = await answer(gateway, endpoint, { ...arrival, ...asker });
    response.headers.set('x-request-id', requestId);
    response.headers.set('request-id', requestId);
    response.headers.set('cache-control', 'no-store');
    return response;
  } catch (thrown) {
    const error = toGatewayError(thrown);
    logFailure(gateway, error);
    return respondError(codecOf('openai-chat'), error, requestId);
  }
}

/** What an operator did wrong is theirs to know; what went wrong here is ours. */
function logFailure({ log }: AdminContext, { code, cause }: GatewayError): void {
  if (code !== 'internal' && code !== 'overloaded') return;
  log('error', 'An admin request failed.', { cause });
}

/** Only what the audience of the endpoint needs is there: the endpoint asks for nothing else. */
async function identify(
  gateway: AdminContext,
  { audience, method }: AdminEndpoint,
  arrival: AdminArrival,
): Promise<Askers['operator'] | Askers['key']> {
  if (audience === 'key') return { holder: await identifyHolder(gateway, arrival, method) };
  const { actor } = await authorize(gateway, arrival, method);
  return { operator: createOperator(gateway, actor) };
}

async function answer(
  gateway: AdminContext,
  endpoint: AdminEndpoint,
  { request, host, id, ...asker }: AdminArrival & (Askers['operator'] | Askers['key']),
): Promise<Response> {
  const asked = readQuery(request);
  const { format, ...query } = checkInput(querySchema(endpoint), asked);
  const body = await readInput(gateway, endpoint, request);
  // Another process may have declared a moment ago what this request names.
  if (endpoint.audience === 'operator') await gateway.configuration.refreshNow();
  const call: AnyCall = { gateway, id, query, body, ...asker };
  if (endpoint.list !== undefined && (format ?? acceptedFormat(request)) === 'csv') {
    return answerCsv(endpoint, call, asked);
  }
  if (endpoint.stream) {
    const keyId = call.holder?.key.id;
    return answerStream(gateway, { request, host, keyId }, async (signal) => {
      const following = { ...call, signal };
      return (await endpoint.run(following)) as AsyncGenerator<StreamedEvent, void>;
    });
  }
  const result = await endpoint.run(call);
  // What a key may do is remembered for a second; an operator's change is in force at once here.
  if (endpoint.method !== 'GET') gateway.keys.clear();
  if (endpoint.status === 204) return new Response(null, { status: 204 });
  return Response.json(wrap(endpoint, result), { status: endpoint.status });
}

function acceptedFormat({ headers }: Request): 'json' | 'csv' {
  return /^\s*text\/csv\s*(?:[;,]|$)/i.test(headers.get('accept') ?? '') ? 'csv' : 'json';
}

function wrap({ list }: AdminEndpoint, result: unknown): unknown {
  return list === undefined ? result : { object: 'list', ...toPage(result) };
}

/** A whole list is a page that does not go on. */
function toPage(result: unknown): Page<Row> {
  return Array.isArray(result) ? { data: result, next: null } : (result as Page<Row>);
}

/** The first page is read before the answer begins, so that what is wrong can still be said. */
async function answerCsv(
  endpoint: AdminEndpoint,
  call: AnyCall,
  asked: Readonly<Record<string, string>>,
): Promise<Response> {
  const readPage = async (after: string): Promise<Page<Row>> => {
    try {
      const { format: _, ...query } = checkInput(querySchema(endpoint), { ...asked, after });
      return toPage(await endpoint.run({ ...call, query }));
    } catch (thrown) {
      // The answer has begun, so that all that is left is to break it off.
      logFailure(call.gateway, toGatewayError(thrown));
      throw thrown;
    }
  };
  const first = toPage(await endpoint.run(call));
  const columns = columnsOf(endpoint.answer);
  const name = endpoint.path.slice(1).replaceAll('/', '-');
  return new Response(streamCsv(columns, first, readPage), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
