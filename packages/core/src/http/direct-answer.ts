/**
 * Answers requests to endpoints whose path is written as it is in the table, on the sink of the host. It needs neither
 * the router nor a web `Request` or `Response`, which cost more than the rest of a short exchange.
 */
import { codecOf } from '@parley/protocol';
import type { GatewayContext, IncomingRequest } from '../context.ts';
import { encodeErrorResponse } from '../pipeline/response/error-response.ts';
import { createExchangeId } from '../pipeline/request/exchange-id.ts';
import type { Host, HttpRequest, WholeSink } from '../ports.ts';
import { handleWithCors } from './cors.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { readThrown } from './read-thrown.ts';

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

/** Answers a request. Never rejects. */
export async function answerDirectly(
  gateway: GatewayContext,
  { request, host }: IncomingRequest<HttpRequest> & { readonly host: SinkHost },
  endpoint: Endpoint,
): Promise<void> {
  const { sink } = host;
  const { path } = endpoint;
  try {
    const call = { request, host, gateway, endpoint, path, callName: undefined, id: '' };
    const response = await handleWithCors(call);
    if (response !== undefined) await sendResponse(sink, response);
  } catch (thrown) {
    const id = createExchangeId(gateway.clock.now());
    const error = readThrown(gateway, thrown);
    const { status, headers, text } = encodeErrorResponse(codecOf(endpoint.dialect), error, id);
    sink.respond(status, headers, text);
  }
}

/** Handlers that call no model return a `Response`, which is never streamed. */
async function sendResponse(sink: WholeSink, response: Response): Promise<void> {
  const { status, headers } = response;
  sink.respond(status, Object.fromEntries(headers), await response.text());
}
