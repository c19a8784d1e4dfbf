import type { DialectId } from '@parley/protocol';
import type { Provider } from './provider.ts';

const endpointPaths: Readonly<Record<DialectId, string>> = {
  'openai-chat': '/chat/completions',
  'anthropic-messages': '/v1/messages',
};

const modelsPaths: Readonly<Record<DialectId, string>> = {
  'openai-chat': '/models',
  'anthropic-messages': '/v1/models',
};

/** The address a request of this dialect is sent to. */
export function endpointUrl(dialect: DialectId, baseUrl: string): string {
  return appendPath(dialect, baseUrl, endpointPaths[dialect]);
}

/** The address of the list of models. */
export function modelsUrl(dialect: DialectId, baseUrl: string): string {
  return appendPath(dialect, baseUrl, modelsPaths[dialect]);
}

/** Keeps a query, such as the version some vendors want, behind the longer path. */
function appendPath(dialect: DialectId, baseUrl: string, path: string): string {
  const query = baseUrl.indexOf('?');
  const end = query === -1 ? baseUrl.length : query;
  return withoutVersion(dialect, trimSlashes(baseUrl.slice(0, end))) + path + baseUrl.slice(end);
}

/** Messages addresses are given without a version by most people and with one by some. */
function withoutVersion(dialect: DialectId, base: string): string {
  return dialect === 'anthropic-messages' && base.endsWith('/v1') ? base.slice(0, -3) : base;
}

function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/**
 * The headers that carry a credential, with lower-case names; none without a credential. Chat takes
 * a bearer and messages takes `x-api-key`, unless the provider says otherwise.
 */
export function authorizationHeaders(
  dialect: DialectId,
  provider: Provider,
  credential: string | undefined,
): Readonly<Record<string, string>> {
  if (credential === undefined) return {};
  const usual = dialect === 'openai-chat' ? 'bearer' : 'x-api-key';
  const way = provider.authorization ?? usual;
  return way === 'bearer' ? { authorization: `Bearer ${credential}` } : { 'x-api-key': credential };
}

/**
 * The headers a dialect demands besides the credential, when the caller brought none. This version
 * still takes the sampling fields that later ones refuse.
 */
export function dialectHeaders(dialect: DialectId): Readonly<Record<string, string>> {
  return dialect === 'anthropic-messages' ? { 'anthropic-version': '2023-06-01' } : {};
}
