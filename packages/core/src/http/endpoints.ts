/**
 * The table of all endpoints of core and their handlers, used by the HTTP application. Extensions serve other
 * paths; the rest gets 404.
 */
import { codecOf, GatewayError, type DialectId } from '@parley/protocol';
import { compact } from '../pipeline/operations/compact.ts';
import { completeText } from '../pipeline/operations/complete-text.ts';
import { countResponseTokens, countTokens } from '../pipeline/operations/count-tokens.ts';
import { embed } from '../pipeline/operations/embed.ts';
import { generate } from '../pipeline/operations/generate.ts';
import type { Operation } from '../pipeline/operations/operation.ts';
import { respond } from '../pipeline/operations/respond.ts';
import { runExchange } from '../pipeline/pipeline.ts';
import {
  addItems,
  deleteConversation,
  deleteItem,
  findConversation,
  findItem,
  listItems,
  openConversation,
  updateConversation,
} from './handlers/conversations.ts';
import type { Endpoint, EndpointCall, EndpointDescription, Handler } from './endpoint.ts';
import { serveGemini } from './handlers/gemini.ts';
import { reportHealth, reportReadiness } from './handlers/health.ts';
import { serveCaller } from './handlers/serve-caller.ts';
import { findModel, listModels } from './handlers/models.ts';
import {
  cancelResponse,
  deleteResponse,
  findResponse,
  listInputItems,
} from './handlers/responses.ts';
import { showUsage } from './handlers/usage.ts';

const chat = (method: Endpoint['method'], path: string, handle: Handler) =>
  keyed('openai-chat', { method, path, handle });
const messages = (path: string, handle: Handler) =>
  keyed('anthropic-messages', { method: 'POST', path, handle });
const gemini = (method: Endpoint['method'], path: string, handle: Handler) =>
  keyed('gemini-generate', { method, path, handle });
const responses = (method: Endpoint['method'], path: string, handle: Handler) =>
  keyed('openai-responses', { method, path, handle });

export const endpoints = {
  chatCompletions: chat('POST', '/v1/chat/completions', run(generate)),
  completions: chat('POST', '/v1/completions', run(completeText)),
  embeddings: chat('POST', '/v1/embeddings', run(embed)),
  messages: messages('/v1/messages', run(generate)),
  countTokens: messages('/v1/messages/count_tokens', run(countTokens)),
  responses: responses('POST', '/v1/responses', run(respond)),
  responseSocket: responses('GET', '/v1/responses', refuseUpgrade),
  responseTokens: responses('POST', '/v1/responses/input_tokens', run(countResponseTokens)),
  responseCompaction: responses('POST', '/v1/responses/compact', run(compact)),
  response: responses('GET', '/v1/responses/:id', findResponse),
  responseDeletion: responses('DELETE', '/v1/responses/:id', deleteResponse),
  responseItems: responses('GET', '/v1/responses/:id/input_items', listInputItems),
  responseCancel: responses('POST', '/v1/responses/:id/cancel', cancelResponse),
  conversations: responses('POST', '/v1/conversations', openConversation),
  conversation: responses('GET', '/v1/conversations/:id', findConversation),
  conversationUpdate: responses('POST', '/v1/conversations/:id', updateConversation),
  conversationDeletion: responses('DELETE', '/v1/conversations/:id', deleteConversation),
  conversationItems: responses('GET', '/v1/conversations/:id/items', listItems),
  conversationAddition: responses('POST', '/v1/conversations/:id/items', addItems),
  conversationItem: responses('GET', '/v1/conversations/:conversation/items/:id', findItem),
  itemDeletion: responses('DELETE', '/v1/conversations/:conversation/items/:id', deleteItem),
  // Current Google clients call `/v1`, older ones `/v1beta`.
  gemini: gemini('POST', '/v1/models/:id{.+}', serveGemini),
  geminiBeta: gemini('POST', '/v1beta/models/:id{.+}', serveGemini),
  geminiModels: gemini('GET', '/v1beta/models', listModels),
  geminiModel: gemini('GET', '/v1beta/models/:id{.+}', findModel),
  models: chat('GET', '/v1/models', listModels),
  model: chat('GET', '/v1/models/:id{.+}', findModel),
  usage: chat('GET', '/v1/usage', showUsage),
  health: open('/healthz', reportHealth),
  readiness: open('/readyz', reportReadiness),
} as const satisfies Record<string, Endpoint>;

/** The name of an endpoint of the gateway itself, without those of extensions. */
export type EndpointName = keyof typeof endpoints;

/** The same without the handlers, for extensions that describe the endpoints. */
export function describeEndpoints(): Readonly<Record<EndpointName, EndpointDescription>> {
  return endpoints;
}

function keyed(
  dialect: DialectId,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'handle'>,
): Endpoint {
  return { ...endpoint, policy: 'key', dialect };
}

function open(path: string, handle: Handler): Endpoint {
  return { method: 'GET', path, policy: 'public', dialect: 'openai-chat', handle };
}

/** Runs an operation as an exchange in the dialect of the endpoint. */
function run(operation: Operation): Handler {
  return ({ gateway, request, host, callName, endpoint: { path, dialect } }) =>
    runExchange(gateway, { request, host, path, callName, inbound: codecOf(dialect) }, operation);
}

/**
 * Answers where the host has no WebSockets, and a request that opens none. Codex tries a WebSocket first, and falls back
 * to POST at once only after this response.
 */
function refuseUpgrade(call: EndpointCall): Promise<Response | undefined> {
  return serveCaller(call, () => {
    const message = 'Send a POST request, or open a WebSocket if this gateway offers them.';
    throw new GatewayError('unsupported', message, { reason: 'upgrade_required' });
  });
}
