import { codecOf, GatewayError } from '@parley/protocol';
import { Hono, type Context } from 'hono';
import type { GatewayContext } from '../context.ts';
import { createExchangeId } from '../ids.ts';
import { runExchange } from '../pipeline.ts';
import type { Host } from '../ports.ts';
import { findExchange, listExchanges } from './admin.ts';
import { dialectOf, endpoints, type Endpoint } from './endpoints.ts';
import { respondError } from './error-response.ts';
import { reportHealth, reportReadiness } from './health.ts';
import { findModel, listModels } from './models.ts';

interface Environment {
  Bindings: { readonly host: Host };
}

export type App = Hono<Environment>;
type Call = Context<Environment>;
type Handler = (call: Call) => Response | Promise<Response>;

/** Binds the endpoint table to its handlers. */
export function createApp(gateway: GatewayContext): App {
  const app: App = new Hono<Environment>();
  const serve = (endpoint: Endpoint, handler: Handler): void => {
    app.on(endpoint.method, endpoint.path, handler);
    app.all(endpoint.path, (call) => refuseMethod(gateway, call, endpoint));
  };
  const exchange =
    (endpoint: Endpoint): Handler =>
    (call) => {
      const inbound = codecOf(endpoint.dialect);
      return runExchange(gateway, {
        request: call.req.raw,
        host: call.env.host,
        path: endpoint.path,
        inbound,
      });
    };

  serve(endpoints.chatCompletions, exchange(endpoints.chatCompletions));
  serve(endpoints.messages, exchange(endpoints.messages));
  serve(endpoints.models, (call) => listModels(gateway, toLookup(call)));
  serve(endpoints.model, (call) => findModel(gateway, toLookup(call), call.req.param('id') ?? ''));
  serve(endpoints.health, reportHealth);
  serve(endpoints.readiness, () => reportReadiness(gateway));
  serve(endpoints.exchanges, (call) => listExchanges(gateway, call.req.raw));
  serve(endpoints.exchange, (call) =>
    findExchange(gateway, call.req.raw, call.req.param('id') ?? ''),
  );
  app.notFound((call) => refuse(gateway, call, notFound()));
  app.onError((thrown, call) => {
    const error = GatewayError.from(thrown);
    if (error.code === 'internal') {
      gateway.log('error', 'A request failed unexpectedly.', { cause: error.cause });
    }
    return refuse(gateway, call, error);
  });
  return app;
}

function toLookup(call: Call): { request: Request; host: Host } {
  return { request: call.req.raw, host: call.env.host };
}

function refuse(gateway: GatewayContext, call: Call, error: GatewayError): Response {
  const codec = codecOf(dialectOf(call.req.path, call.req.raw.headers));
  return respondError(codec, error, createExchangeId(gateway.clock.now()));
}

function refuseMethod(gateway: GatewayContext, call: Call, { method }: Endpoint): Response {
  const error = new GatewayError('unsupported', `Use ${method} on this endpoint.`, {
    reason: 'method_not_allowed',
  });
  const response = refuse(gateway, call, error);
  response.headers.set('allow', method);
  return response;
}

function notFound(): GatewayError {
  return new GatewayError('not-found', 'There is no such endpoint.', {
    reason: 'unknown_endpoint',
  });
}
