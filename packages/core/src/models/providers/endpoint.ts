/** Addresses and headers of the calls of an upstream, by dialect. */
import type { DialectId, RequestAddress } from '@parley/protocol';
import type { Provider } from './provider.ts';

const endpointPaths: Readonly<Record<DialectId, (address: RequestAddress) => string>> = {
  'openai-chat': () => '/chat/completions',
  'anthropic-messages': () => '/messages',
  'gemini-generate': ({ model, stream }) =>
    nativePath(model, stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
  'openai-responses': () => '/responses',
};

/** The address a request of this dialect is sent to. */
export function endpointUrl(dialect: DialectId, baseUrl: string, address: RequestAddress): string {
  return appendPath(dialect, baseUrl, endpointPaths[dialect](address));
}

const countPaths = {
  'anthropic-messages': () => '/messages/count_tokens',
  'gemini-generate': (model: string) => nativePath(model, 'countTokens'),
  'openai-responses': () => '/responses/input_tokens',
} as const satisfies Partial<Record<DialectId, (model: string) => string>>;

/** The dialects that have an address for counting tokens. */
export type CountingDialect = keyof typeof countPaths;

/** The address that counts the tokens of a request. */
export function countTokensUrl(dialect: CountingDialect, baseUrl: string, model: string): string {
  return appendPath(dialect, baseUrl, countPaths[dialect](model));
}

/** The address of embeddings in the chat family. */
export function embeddingsUrl(baseUrl: string): string {
  return appendPath('openai-chat', baseUrl, '/embeddings');
}

/** The address of a native action that is not generation. */
export function nativeUrl(baseUrl: string, model: string, action: string): string {
  return appendPath('gemini-generate', baseUrl, nativePath(model, action));
}

/** The address of the list of models. */
export function modelsUrl(dialect: DialectId, baseUrl: string): string {
  return appendPath(dialect, baseUrl, '/models');
}

/** Google's clients may write `models/` before a name, and mean the same. */
function nativePath(model: string, action: string): string {
  const name = model.startsWith('models/') ? model.slice('models/'.length) : model;
  return `/models/${encodeName(name)}:${action}`;
}

/**
 * A name stays a name whatever it holds. Slashes are kept, as Google's clients write them, unless
 * that would make a segment which an address resolves instead of naming it.
 */
function encodeName(name: string): string {
  const segments = name.split('/');
  const resolves = segments.some((segment) => segment === '.' || segment === '..');
  return segments.map(encodeURIComponent).join(resolves ? '%2F' : '/');
}

/** Keeps a query, such as the version some vendors want, behind the longer path. */
function appendPath(dialect: DialectId, baseUrl: string, path: string): string {
  const [base, ownQuery] = splitQuery(baseUrl);
  const [ownPath, query] = splitQuery(path);
  const queries = [ownQuery, query].filter((part) => part !== '');
  const tail = queries.length > 0 ? `?${queries.join('&')}` : '';
  return withVersion(dialect, trimSlashes(base)) + ownPath + tail;
}

function splitQuery(address: string): readonly [path: string, query: string] {
  const at = address.indexOf('?');
  return at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
}

/**
 * What an address may end with. Most people leave the version out, and get the first one. Addresses of
 * a dialect without an entry hold their version, and nothing is added.
 */
const versions: Readonly<Record<DialectId, readonly string[]>> = {
  'openai-chat': [],
  'anthropic-messages': ['/v1'],
  'gemini-generate': ['/v1beta', '/v1', '/v1alpha'],
  'openai-responses': [],
};

/** True for a dialect whose addresses hold the version, such as `https://host.example/v1`. */
export function holdsVersion(dialect: DialectId): boolean {
  return versions[dialect].length === 0;
}

function withVersion(dialect: DialectId, base: string): string {
  const [first = '', ...others] = versions[dialect];
  return [first, ...others].some((version) => endsWithPath(base, version)) ? base : base + first;
}

/** False where the path is in truth a host, as in `http://v1`. */
function endsWithPath(base: string, path: string): boolean {
  return base.endsWith(path) && !base.endsWith(`/${path}`);
}

function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

const usualWays: Readonly<Record<DialectId, NonNullable<Provider['authorization']>>> = {
  'openai-chat': 'bearer',
  'anthropic-messages': 'x-api-key',
  'gemini-generate': 'x-goog-api-key',
  'openai-responses': 'bearer',
};

/**
 * The headers that carry a credential, with lower-case names; none without a credential. Each
 * dialect has its usual way, unless the provider says otherwise.
 */
export function authorizationHeaders(
  dialect: DialectId,
  provider: Provider,
  credential: string | undefined,
): Readonly<Record<string, string>> {
  if (credential === undefined) return {};
  const way = provider.authorization ?? usualWays[dialect];
  return way === 'bearer' ? { authorization: `Bearer ${credential}` } : { [way]: credential };
}

/**
 * The headers a dialect demands besides the credential, when the caller brought none. This version
 * still takes the sampling fields that later ones refuse.
 */
export function dialectHeaders(dialect: DialectId): Readonly<Record<string, string>> {
  return dialect === 'anthropic-messages' ? { 'anthropic-version': '2023-06-01' } : {};
}
