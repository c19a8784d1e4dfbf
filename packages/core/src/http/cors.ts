/**
 * Lets web pages of the configured origins call the endpoints of core (CORS); used by the HTTP application. Not a
 * middleware of hono, because a host's sink writes the headers of streams. Paths of extensions are never shared.
 */
import type { GatewayContext } from '../context.ts';
import type { HeaderRecord, HttpRequest, ReplySink } from '../ports.ts';
import type { EndpointCall, Handler } from './endpoint.ts';

/** Calls the handler of an endpoint, and lets a page of an allowed origin read its response. */
export function handleWithCors(call: EndpointCall): ReturnType<Handler> {
  const shared = sharingHeaders(call.gateway, call.request);
  return shared === undefined ? call.endpoint.handle(call) : handleShared(call, shared);
}

async function handleShared(
  call: EndpointCall,
  shared: HeaderRecord,
): Promise<Response | undefined> {
  const { endpoint, host } = call;
  const { sink } = host;
  const response = await endpoint.handle({
    ...call,
    host: sink === undefined ? host : { ...host, sink: withHeaders(sink, shared) },
  });
  for (const [name, value] of Object.entries(shared)) response?.headers.set(name, value);
  return response;
}

/** Seconds for which a browser remembers a preflight; Chromium's maximum. */
const preflightSeconds = 7_200;

/**
 * Answers a preflight, by which a browser asks whether a page may send a request.
 * @param methods of the endpoints at the path
 * @returns `undefined` for any other request, and for a page of another origin
 */
export function answerPreflight(
  gateway: GatewayContext,
  request: Request,
  methods: readonly string[],
): Response | undefined {
  const { method, headers } = request;
  if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined;
  const shared = sharingHeaders(gateway, request);
  if (shared === undefined) return undefined;
  const names = (headers.get('access-control-request-headers') ?? '').split(',');
  const allowed = names.map((name) => name.trim().toLowerCase()).filter(isAllowed);
  return new Response(null, {
    status: 204,
    headers: {
      ...shared,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': allowed.join(', '),
      'access-control-max-age': String(preflightSeconds),
    },
  });
}

/** Of the gateway's own headers, only those for any client: the others belong to the console. */
function isAllowed(name: string): boolean {
  return !name.startsWith('parley-') || name === 'parley-explain' || name === 'parley-strict';
}

/**
 * The headers that let a page read a response with all its headers; `undefined` unless its origin is allowed.
 * Cookies are never allowed, so the wildcard counts.
 */
function sharingHeaders(
  gateway: GatewayContext,
  { headers }: HttpRequest,
): HeaderRecord | undefined {
  const origin = headers.get('origin');
  if (origin === null) return undefined;
  const { corsOrigins } = gateway.snapshot();
  const allowed = ['*', origin].find((each) => corsOrigins.includes(each));
  if (allowed === undefined) return undefined;
  return {
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': '*',
    vary: 'Origin',
  };
}

function withHeaders(sink: ReplySink, added: HeaderRecord): ReplySink {
  return {
    ...(sink.respond && {
      respond: (status: number, headers: HeaderRecord, text: string) =>
        sink.respond?.(status, { ...headers, ...added }, text),
    }),
    open: (status, headers) => sink.open(status, { ...headers, ...added }),
    write: (text) => sink.write(text),
    end: (outcome) => sink.end(outcome),
    onClose: (listener) => sink.onClose(listener),
  };
}
