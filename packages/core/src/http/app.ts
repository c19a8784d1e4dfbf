/** The HTTP application: routes requests to the endpoints, and all other paths to the extensions. */
import { codecOf, GatewayError } from '@parley/protocol';
import { Hono, type Context } from 'hono';
import { getPath } from 'hono/utils/url';
import type { GatewayContext, IncomingRequest } from '../context.ts';
import { respondError } from '../pipeline/response/error-response.ts';
import { createExchangeId } from '../pipeline/request/exchange-id.ts';
import type { Host } from '../ports.ts';
import { answerPreflight, handleWithCors } from './cors.ts';
import type { Endpoint } from './endpoint.ts';
import { createPathReader } from './endpoint-path.ts';
import { endpoints } from './endpoints.ts';
import { readThrown } from './read-thrown.ts';
import { dialectOf } from './request-dialect.ts';
import { withAbsoluteUrl } from './request-url.ts';
import { createUnknownEndpointError } from './unknown-endpoint.ts';

interface Environment {
  Bindings: { readonly host: Host };
}

export interface App {
  /** Answers one request; never rejects. */
  route(request: Request, host: Host): Promise<Response>;
}

type Call = Context<Environment>;

const table = Object.values<Endpoint>(endpoints);
const readPath = createPathReader(table.map(({ path }) => path));

export function createApp(gateway: GatewayContext): App {
  const app = new Hono<Environment>({
    getPath: (request) => readPath(getPath(request)).path,
  });
  for (const endpoint of table) {
    app.on(endpoint.method, endpoint.path, async (call) => {
      const { path, callName } = readPath(getPath(call.req.raw));
      const id = call.req.param('id') ?? '';
      const called = { ...toIncoming(call), gateway, endpoint, path, callName, id };
      const response = await handleWithCors(called);
      // The host has sent what its sink was given.
      return response ?? new Response(null);
    });
  }
  for (const { path } of table) app.all(path, (call) => refuseMethod(gateway, call, path));
  app.notFound((call) => askExtensions(gateway, call));
  app.onError((thrown, call) => refuse(gateway, call, readThrown(gateway, thrown)));
  return {
    async route(request, host) {
      try {
        return await app.fetch(withAbsoluteUrl(request), { host });
      } catch (thrown) {
        // The router throws only for a URL that it cannot parse, which has no path.
        return refusePath(gateway, { request, path: '/' }, readThrown(gateway, thrown));
      }
    },
  };
}

/** Each extension responds to the paths that it serves, and calls the next extension for all others. */
function askExtensions(gateway: GatewayContext, call: Call): Promise<Response> {
  const next = gateway.extensions.reduceRight<() => Promise<Response>>(
    (following, extension) => async () =>
      extension.fetch?.(toIncoming(call), following) ?? following(),
    async () =>
      refuse(gateway, call, createUnknownEndpointError(call.req.raw, { path: call.req.path })),
  );
  return next();
}

function toIncoming(call: Call): IncomingRequest {
  return { request: call.req.raw, host: call.env.host };
}

function refuse(gateway: GatewayContext, { req }: Call, error: GatewayError): Response {
  return refusePath(gateway, { request: req.raw, path: req.path }, error);
}

function refusePath(
  gateway: GatewayContext,
  { request, path }: { readonly request: Request; readonly path: string },
  error: GatewayError,
): Response {
  const codec = codecOf(dialectOf(path, request));
  return respondError(codec, error, createExchangeId(gateway.clock.now()));
}

function refuseMethod(gateway: GatewayContext, call: Call, path: string): Response {
  const methods = table.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
  const preflight = answerPreflight(gateway, call.req.raw, methods);
  if (preflight !== undefined) return preflight;
  const allowed = methods.join(', ');
  const error = new GatewayError('unsupported', `Use ${allowed} on this endpoint.`, {
    reason: 'method_not_allowed',
  });
  const response = refuse(gateway, call, error);
  response.headers.set('allow', allowed);
  return response;
}
