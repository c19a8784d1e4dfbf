import type { DialectId } from '@parley/protocol';

/** Who may call an endpoint. There is no default: an endpoint without a policy does not compile. */
export type Policy = 'public' | 'key' | 'admin';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** A path as hono writes it. */
  readonly path: string;
  readonly policy: Policy;
  /** The dialect that writes this endpoint's errors. */
  readonly dialect: DialectId;
}

/** Every path Parley serves. What is not listed here is answered 404. */
export const endpoints = {
  chatCompletions: {
    method: 'POST',
    path: '/v1/chat/completions',
    policy: 'key',
    dialect: 'openai-chat',
  },
  messages: {
    method: 'POST',
    path: '/v1/messages',
    policy: 'key',
    dialect: 'anthropic-messages',
  },
  models: { method: 'GET', path: '/v1/models', policy: 'key', dialect: 'openai-chat' },
  model: { method: 'GET', path: '/v1/models/:id{.+}', policy: 'key', dialect: 'openai-chat' },
  health: { method: 'GET', path: '/healthz', policy: 'public', dialect: 'openai-chat' },
  readiness: { method: 'GET', path: '/readyz', policy: 'public', dialect: 'openai-chat' },
  exchanges: {
    method: 'GET',
    path: '/admin/v1/exchanges',
    policy: 'admin',
    dialect: 'openai-chat',
  },
  exchange: {
    method: 'GET',
    path: '/admin/v1/exchanges/:id',
    policy: 'admin',
    dialect: 'openai-chat',
  },
} as const satisfies Record<string, Endpoint>;

/**
 * The dialect that answers for a path, also for paths that do not exist.
 * @param headers tell a messages client apart where both dialects share a path
 */
export function dialectOf(path: string, headers: Headers): DialectId {
  if (path === '/v1/messages' || path.startsWith('/v1/messages/')) return 'anthropic-messages';
  const shared = path === '/v1/models' || path.startsWith('/v1/models/');
  return shared && headers.has('anthropic-version') ? 'anthropic-messages' : 'openai-chat';
}
