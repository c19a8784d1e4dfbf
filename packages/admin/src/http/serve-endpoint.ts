/** Serves one request of an endpoint: authentication, input, `run`, response. */
import { codecOf, type GatewayError } from '@parley/protocol';
import {
  createExchangeId,
  type IncomingRequest,
  respondError,
  toGatewayError,
} from '@parley/core/extension';
import type { AdminEndpoint, Callers, StreamedEvent, UntypedCall } from '../shared/endpoint.ts';
import { checkConditions, findReader, readEtag } from '../shared/etag.ts';
import { checkInput, querySchema, readInput, readQuery } from '../shared/input.ts';
import type { Page } from '../shared/page.ts';
import { runUntilUnchanged } from '../shared/unchanged.ts';
import { authenticateCaller } from './caller.ts';
import { columnsOf, streamCsv, type Row } from './csv.ts';
import { allEndpoints } from './endpoints.ts';
import { respondWithEvents } from './event-stream.ts';
import type { AdminContext } from './context.ts';

/** A request for an endpoint. */
export interface EndpointRequest extends IncomingRequest {
  /** The `:id` of the path, percent-decoded. */
  readonly id: string;
}

/** Never rejects. Errors have the format of the endpoints for chat completions. */
export async function serveEndpoint(
  gateway: AdminContext,
  endpoint: AdminEndpoint,
  incoming: EndpointRequest,
): Promise<Response> {
  const requestId = createExchangeId(gateway.clock.now());
  try {
    const caller = await authenticateCaller(gateway, endpoint, incoming);
    const response = await respond(gateway, endpoint, { ...incoming, ...caller });
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

/** Errors of the client are not logged. */
function logFailure({ log }: Pick<AdminContext, 'log'>, { code, cause }: GatewayError): void {
  if (code !== 'internal' && code !== 'overloaded') return;
  log('error', 'An admin request failed.', { cause });
}

async function respond(
  gateway: AdminContext,
  endpoint: AdminEndpoint,
  { request, host, id, ...caller }: EndpointRequest & (Callers['operator'] | Callers['key']),
): Promise<Response> {
  const parameters = readQuery(request);
  const { format, ...query } = checkInput(querySchema(endpoint), parameters);
  const body = await readInput(gateway, endpoint, request);
  // The request may refer to an entity that another process has just declared.
  if (endpoint.audience === 'operator') await gateway.configuration.refreshNow();
  const call: UntypedCall = { gateway, id, query, body, ...caller };
  if (endpoint.list !== undefined && (format ?? acceptedFormat(request)) === 'csv') {
    return respondWithCsv(endpoint, call, parameters);
  }
  if (endpoint.stream) {
    const keyId = call.holder?.key.id;
    const authenticate = () => authenticateCaller(gateway, endpoint, { request, host });
    const reader = { request, host, keyId, authenticate };
    return respondWithEvents(gateway, reader, async (signal) => {
      const streamCall = { ...call, signal };
      return (await endpoint.run(streamCall)) as AsyncGenerator<StreamedEvent, void>;
    });
  }
  const result = await runConditionally(endpoint, call, request.headers);
  if (endpoint.method !== 'GET') forgetCached(gateway);
  if (endpoint.status === 204) return new Response(null, { status: 204 });
  const tag = endpoint.list === undefined ? readEtag(result) : undefined;
  const init = { status: endpoint.status, ...(tag !== undefined && { headers: { etag: tag } }) };
  return Response.json(toBody(endpoint, result), init);
}

/** Authentication caches keys and tokens for a second; a change by an operator must be effective immediately. */
function forgetCached({ keys, tokens }: AdminContext): void {
  keys.clear();
  tokens.expire();
}

/** Runs an endpoint, whose change meets the conditions of the request if it has some. */
async function runConditionally(
  endpoint: AdminEndpoint,
  { operator, ...call }: UntypedCall,
  headers: Headers,
): Promise<unknown> {
  const isConditional = headers.has('if-match') || headers.has('if-none-match');
  if (!operator || !isConditional || findReader(allEndpoints, endpoint) === undefined) {
    return endpoint.run({ operator, ...call });
  }
  const condition = (etag: string | undefined): void => {
    checkConditions(headers, etag);
  };
  // What another change has made may meet the conditions too, such as `*`.
  return runUntilUnchanged(() => endpoint.run({ ...call, operator: { ...operator, condition } }));
}

function acceptedFormat({ headers }: Request): 'json' | 'csv' {
  return /^\s*text\/csv\s*(?:[;,]|$)/i.test(headers.get('accept') ?? '') ? 'csv' : 'json';
}

function toBody({ list }: AdminEndpoint, result: unknown): unknown {
  return list === undefined ? result : { object: 'list', ...toPage(result) };
}

/** A complete list is a page without a next page. */
function toPage(result: unknown): Page<Row> {
  return Array.isArray(result) ? { data: result, next: null } : (result as Page<Row>);
}

/** Reads the first page before responding, so that its errors get an error status. */
async function respondWithCsv(
  endpoint: AdminEndpoint,
  call: UntypedCall,
  parameters: Readonly<Record<string, string>>,
): Promise<Response> {
  const readPage = async (after: string): Promise<Page<Row>> => {
    try {
      const { format: _, ...query } = checkInput(querySchema(endpoint), { ...parameters, after });
      return toPage(await endpoint.run({ ...call, query }));
    } catch (thrown) {
      // The status is sent already, so the body can only be aborted.
      logFailure(call.gateway, toGatewayError(thrown));
      throw thrown;
    }
  };
  const first = toPage(await endpoint.run(call));
  const columns = columnsOf(endpoint.response);
  const name = endpoint.path.slice(1).replaceAll('/', '-');
  return new Response(streamCsv(columns, first, readPage), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
