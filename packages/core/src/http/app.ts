import { codecOf, GatewayError } from '@parley/protocol';
import { Hono, type Context } from 'hono';
import type { GatewayContext } from '../context.ts';
import { createExchangeId } from '../pipeline/ids.ts';
import { countTokens } from '../pipeline/operations/count-tokens.ts';
import { embed } from '../pipeline/operations/embed.ts';
import { generate } from '../pipeline/operations/generate.ts';
import type { Operation } from '../pipeline/operations/operation.ts';
import { respond } from '../pipeline/operations/respond.ts';
import { runExchange } from '../pipeline/pipeline.ts';
import type { Host } from '../ports.ts';
import { dialectOf, endpoints, type Endpoint } from './endpoints.ts';
import { respondError } from '../pipeline/error-response.ts';
import { serveGemini } from './gemini.ts';
import { reportHealth, reportReadiness } from './health.ts';
import { answerLookup, findModel, listModels } from './models.ts';
import { cancelResponse, deleteResponse, findResponse, listInputItems } from './responses.ts';
import { showUsage } from './usage.ts';

interface Environment {
  Bindings: { readonly host: Host };
}

export type App = Hono<Environment>;
type Call = Context<Environment>;
type Handler = (call: Call) => Response | Promise<Response>;

/** Binds the endpoint table to its handlers; what is not in it goes to the extensions, then is not found. */
export function createApp(gateway: GatewayContext): App {
  const app: App = new Hono<Environment>();
  const handlers = createHandlers(gateway);
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    app.on(endpoint.method, endpoint.path, handlers[name as keyof typeof endpoints]);
  }
  for (const { path } of Object.values<Endpoint>(endpoints)) {
    app.all(path, (call) => refuseMethod(gateway, call, path));
  }
  app.notFound((call) => askExtensions(gateway, call));
  app.onError((thrown, call) => {
    const error = GatewayError.from(thrown);
    if (error.code === 'internal') {
      gateway.log('error', 'A request failed unexpectedly.', { cause: error.cause });
    }
    return refuse(gateway, call, error);
  });
  return app;
}

function createHandlers(gateway: GatewayContext): Record<keyof typeof endpoints, Handler> {
  const ask =
    ({ path, dialect }: Endpoint, operation: Operation): Handler =>
    (call) =>
      runExchange(gateway, { ...toLookup(call), path, inbound: codecOf(dialect) }, operation);
  const native: Handler = (call) => serveGemini(gateway, toLookup(call), restOf(call, 'models'));
  const id = (call: Call) => call.req.param('id') ?? '';
  return {
    chatCompletions: ask(endpoints.chatCompletions, generate),
    embeddings: ask(endpoints.embeddings, embed),
    messages: ask(endpoints.messages, generate),
    countTokens: ask(endpoints.countTokens, countTokens),
    responses: ask(endpoints.responses, respond),
    responseSocket: (call) =>
      answerLookup(gateway, toLookup(call), () => {
        throw upgradeRefused();
      }),
    responseTokens: ask(endpoints.responseTokens, countTokens),
    response: (call) => findResponse(gateway, toLookup(call), id(call)),
    responseDeletion: (call) => deleteResponse(gateway, toLookup(call), id(call)),
    responseItems: (call) => listInputItems(gateway, toLookup(call), id(call)),
    responseCancel: (call) => cancelResponse(gateway, toLookup(call), id(call)),
    geminiBeta: native,
    gemini: native,
    geminiModels: (call) => listModels(gateway, toLookup(call)),
    geminiModel: (call) => findModel(gateway, toLookup(call), id(call)),
    models: (call) => listModels(gateway, toLookup(call)),
    model: (call) => findModel(gateway, toLookup(call), id(call)),
    health: reportHealth,
    readiness: () => reportReadiness(gateway),
    usage: (call) => showUsage(gateway, toLookup(call)),
  };
}

/** Each extension answers what is its own and hands on what is not. */
function askExtensions(gateway: GatewayContext, call: Call): Promise<Response> {
  const next = gateway.extensions.reduceRight<() => Promise<Response>>(
    (following, extension) => async () =>
      extension.fetch?.(toLookup(call), following) ?? following(),
    async () => refuse(gateway, call, notFound()),
  );
  return next();
}

function toLookup(call: Call): { request: Request; host: Host } {
  return { request: call.req.raw, host: call.env.host };
}

/** What stands behind a segment of the path, as it was sent: nothing in it is decoded yet. */
function restOf(call: Call, segment: string): string {
  const mark = `/${segment}/`;
  const { path } = call.req;
  return path.slice(path.indexOf(mark) + mark.length);
}

function refuse(gateway: GatewayContext, call: Call, error: GatewayError): Response {
  const codec = codecOf(dialectOf(call.req.path, call.req.raw));
  return respondError(codec, error, createExchangeId(gateway.clock.now()));
}

function refuseMethod(gateway: GatewayContext, call: Call, path: string): Response {
  const methods = Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
    endpoint.path === path ? [endpoint.method] : [],
  );
  const allowed = methods.join(', ');
  const error = new GatewayError('unsupported', `Use ${allowed} on this endpoint.`, {
    reason: 'method_not_allowed',
  });
  const response = refuse(gateway, call, error);
  response.headers.set('allow', allowed);
  return response;
}

function notFound(): GatewayError {
  return new GatewayError('not-found', 'There is no such endpoint.', {
    reason: 'unknown_endpoint',
  });
}

/** Codex tries a WebSocket first and falls back at once on this answer, and on no other. */
function upgradeRefused(): GatewayError {
  return new GatewayError('unsupported', 'Send a POST request; WebSockets are not offered here.', {
    reason: 'upgrade_required',
  });
}
