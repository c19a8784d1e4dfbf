import type { DialectId } from '@parley/protocol';

/** Who may call an endpoint. There is no default: an endpoint without a policy does not compile. */
export type Policy = 'public' | 'key';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path as hono writes it. */
  readonly path: string;
  readonly policy: Policy;
  /** The dialect that writes this endpoint's errors. */
  readonly dialect: DialectId;
}

/**
 * Every path Parley serves but those of the admin API, which describes itself. What is not listed is
 * answered 404.
 */
export const endpoints = {
  chatCompletions: keyed('POST', '/v1/chat/completions', 'openai-chat'),
  embeddings: keyed('POST', '/v1/embeddings', 'openai-chat'),
  messages: keyed('POST', '/v1/messages', 'anthropic-messages'),
  countTokens: keyed('POST', '/v1/messages/count_tokens', 'anthropic-messages'),
  responses: keyed('POST', '/v1/responses', 'openai-responses'),
  responseSocket: keyed('GET', '/v1/responses', 'openai-responses'),
  responseTokens: keyed('POST', '/v1/responses/input_tokens', 'openai-responses'),
  response: keyed('GET', '/v1/responses/:id', 'openai-responses'),
  responseDeletion: keyed('DELETE', '/v1/responses/:id', 'openai-responses'),
  responseItems: keyed('GET', '/v1/responses/:id/input_items', 'openai-responses'),
  responseCancel: keyed('POST', '/v1/responses/:id/cancel', 'openai-responses'),
  // Current Google clients call `/v1`, older ones `/v1beta`.
  geminiBeta: keyed('POST', '/v1beta/models/:id{.+}', 'gemini-generate'),
  gemini: keyed('POST', '/v1/models/:id{.+}', 'gemini-generate'),
  geminiModels: keyed('GET', '/v1beta/models', 'gemini-generate'),
  geminiModel: keyed('GET', '/v1beta/models/:id{.+}', 'gemini-generate'),
  models: keyed('GET', '/v1/models', 'openai-chat'),
  model: keyed('GET', '/v1/models/:id{.+}', 'openai-chat'),
  usage: keyed('GET', '/v1/usage', 'openai-chat'),
  health: { method: 'GET', path: '/healthz', policy: 'public', dialect: 'openai-chat' },
  readiness: { method: 'GET', path: '/readyz', policy: 'public', dialect: 'openai-chat' },
} as const satisfies Record<string, Endpoint>;

function keyed(method: Endpoint['method'], path: string, dialect: DialectId): Endpoint {
  return { method, path, policy: 'key', dialect };
}

/** Paths whose dialect shows in their beginning, longest first. */
const beginnings: readonly (readonly [beginning: string, dialect: DialectId])[] = [
  ['/v1/messages', 'anthropic-messages'],
  ['/v1/responses', 'openai-responses'],
  ['/v1beta', 'gemini-generate'],
];

/**
 * The dialect that answers for a path, also for paths that do not exist.
 * @param request tells clients apart where dialects share a path
 */
export function dialectOf(path: string, { method, headers }: Request): DialectId {
  const found = beginnings.find(([start]) => path === start || path.startsWith(`${start}/`));
  if (found !== undefined) return found[1];
  if (path !== '/v1/models' && !path.startsWith('/v1/models/')) return 'openai-chat';
  if (method === 'POST' || isGoogleClient(headers)) return 'gemini-generate';
  return headers.has('anthropic-version') ? 'anthropic-messages' : 'openai-chat';
}

/** Google's clients say who they are by their credential's header or their own. */
export function isGoogleClient(headers: Headers): boolean {
  return headers.has('x-goog-api-key') || headers.has('x-goog-api-client');
}
