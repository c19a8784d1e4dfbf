/**
 * Answers requests to endpoints whose path is written as it is in the table, without the router: with a web `Response`,
 * or on the sink of the host, which needs neither a web `Request` nor a `Response`. The router and these two cost more
 * than the rest of a short exchange.
 */
import { codecOf } from '@parley/protocol';
import type { GatewayContext, IncomingRequest } from '../context.ts';
import { encodeErrorResponse, respondError } from '../pipeline/response/error-response.ts';
import { createExchangeId } from '../pipeline/request/exchange-id.ts';
import type { Host, HttpRequest, WholeSink } from '../ports.ts';
import { handleWithCors } from './cors.ts';
import type { Endpoint, Handler } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { readThrown } from './read-thrown.ts';
import { withAbsoluteUrl } from './request-url.ts';

/** A host whose sink takes every response. */
export type SinkHost = Host & { readonly sink: WholeSink };

/** Model calls and the health endpoints. */
function isDirect({ method, path, policy }: Endpoint): boolean {
  return (method === 'POST' || policy === 'public') && !path.includes(':');
}

const byPath = new Map(
  Object.values<Endpoint>(endpoints)
    .filter(isDirect)
    .map((endpoint) => [endpoint.path, endpoint]),
);

/** The endpoint of a request; `undefined` where only the router knows, such as for another spelling of a path. */
export function findEndpoint({ method, url }: HttpRequest): Endpoint | undefined {
  const endpoint = byPath.get(pathOf(url));
  return endpoint?.method === method ? endpoint : undefined;
}

/** Where the host begins in a URL of `http`; in one of `https` it begins later. */
const hostStart = 'http://'.length;

/** The path of an absolute URL, as it is written. */
function pathOf(url: string): string {
  const start = url.indexOf('/', hostStart + 1);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Responds to a request. Never rejects. */
export async function respondDirectly(
  gateway: GatewayContext,
  { request, host }: IncomingRequest,
  endpoint: Endpoint,
): Promise<Response> {
  try {
    const absolute = withAbsoluteUrl(request);
    const response = await handle(gateway, { request: absolute, host }, endpoint);
    // The host has sent what its sink was given.
    return response ?? new Response(null);
  } catch (thrown) {
    const id = createExchangeId(gateway.clock.now());
    return respondError(codecOf(endpoint.dialect), readThrown(gateway, thrown), id);
  }
}

/** Answers a request on the sink of the host. Never rejects. */
export async function answerDirectly(
  gateway: GatewayContext,
  incoming: IncomingRequest<HttpRequest> & { readonly host: SinkHost },
  endpoint: Endpoint,
): Promise<void> {
  const { sink } = incoming.host;
  try {
    const response = await handle(gateway, incoming, endpoint);
    if (response !== undefined) await sendResponse(sink, response);
  } catch (thrown) {
    const id = createExchangeId(gateway.clock.now());
    const error = readThrown(gateway, thrown);
    const { status, headers, text } = encodeErrorResponse(codecOf(endpoint.dialect), error, id);
    sink.respond(status, headers, text);
  }
}

/** @returns `undefined` when the sink of the host was used */
function handle(
  gateway: GatewayContext,
  { request, host }: IncomingRequest<HttpRequest>,
  endpoint: Endpoint,
): ReturnType<Handler> {
  const { path } = endpoint;
  return handleWithCors({ request, host, gateway, endpoint, path, callName: undefined, id: '' });
}

/** Handlers that call no model return a `Response`, which is never streamed. */
async function sendResponse(sink: WholeSink, response: Response): Promise<void> {
  const { status, headers } = response;
  sink.respond(status, Object.fromEntries(headers), await response.text());
}
