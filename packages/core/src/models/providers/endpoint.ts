/** The URLs and headers of upstream requests, by the wire of their dialect. */
import { codecOf, GatewayError, type DialectId, type RequestAddress } from '@parley/protocol';
import type { Provider } from './provider.ts';

/** The URL that generates a reply. */
export function endpointUrl(dialect: DialectId, baseUrl: string, address: RequestAddress): string {
  return appendPath(dialect, baseUrl, codecOf(dialect).wire.paths.generate(address));
}

/**
 * The URL that counts the tokens of a request.
 * @throws GatewayError `internal` for a dialect that cannot count
 */
export function countTokensUrl(dialect: DialectId, baseUrl: string, model: string): string {
  return appendPath(dialect, baseUrl, codecOf(dialect).wire.paths.countTokens?.(model));
}

/**
 * The URL that compacts a conversation.
 * @throws GatewayError `internal` for a dialect without compaction
 */
export function compactUrl(dialect: DialectId, baseUrl: string): string {
  return appendPath(dialect, baseUrl, codecOf(dialect).wire.paths.compact);
}

/** What the URL for embeddings depends on. */
export interface EmbeddingAddress {
  readonly model: string;
  /** The last part of the client's path, in dialects that have several. */
  readonly action?: string;
}

/**
 * The URL that creates embeddings.
 * @throws GatewayError `internal` for a dialect without embeddings
 */
export function embedUrl(
  dialect: DialectId,
  baseUrl: string,
  { model, action }: EmbeddingAddress,
): string {
  return appendPath(dialect, baseUrl, codecOf(dialect).wire.paths.embed?.(model, action));
}

/** A request about a stored reply. */
export interface StoredReplyAddress {
  readonly id: string;
  /** Appended to the path, such as `cancel`. */
  readonly action?: string;
  /** Without its question mark. */
  readonly query?: string;
}

/** The URL of a reply that the upstream has stored, below the one that generates it. */
export function storedReplyUrl(
  dialect: DialectId,
  baseUrl: string,
  { id, action, query }: StoredReplyAddress,
): string {
  const generated = codecOf(dialect).wire.paths.generate({ model: '', stream: false });
  const parts = [generated, encodeURIComponent(id), action].filter((part) => part !== undefined);
  const tail = query === undefined ? '' : `?${query}`;
  return appendPath(dialect, baseUrl, parts.join('/') + tail);
}

/** The URL of the list of models, with the query that requests all of them. */
export function modelsUrl(dialect: DialectId, baseUrl: string): string {
  const { paths, modelList } = codecOf(dialect).wire;
  return appendPath(dialect, baseUrl, `${paths.models}?${modelList.largestPage}`);
}

/** Appends a path to a base URL; a query in the base URL, such as a version, stays at the end. */
function appendPath(dialect: DialectId, baseUrl: string, path: string | undefined): string {
  if (path === undefined) {
    throw new GatewayError('internal', 'The dialect of the upstream has no such endpoint.');
  }
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

/** True for a dialect whose base URLs end with a version, such as `https://host.example/v1`. */
export function holdsVersion(dialect: DialectId): boolean {
  return codecOf(dialect).wire.versions.length === 0;
}

function withVersion(dialect: DialectId, base: string): string {
  const { versions, versionedEnding } = codecOf(dialect).wire;
  const [first = ''] = versions;
  const isVersioned =
    versions.some((version) => endsWithPath(base, version)) ||
    (versionedEnding !== undefined && endsWithPath(base, versionedEnding));
  return first === '' || isVersioned ? base : base + first;
}

/** False where the supposed path is the host, as in `http://v1`. */
function endsWithPath(base: string, path: string): boolean {
  return base.endsWith(path) && !base.endsWith(`/${path}`);
}

/** Removes the slashes at the end, in linear time. */
export function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/**
 * The headers that carry a credential, with names in lower case; none without a credential. The provider's
 * own header takes precedence over that of the dialect.
 */
export function authorizationHeaders(
  dialect: DialectId,
  provider: Provider,
  credential: string | undefined,
): Readonly<Record<string, string>> {
  if (credential === undefined) return {};
  const way = provider.authorization ?? codecOf(dialect).wire.authorization;
  return way === 'bearer' ? { authorization: `Bearer ${credential}` } : { [way]: credential };
}

/** The headers that a dialect requires besides the credential, for requests whose client sent none. */
export function dialectHeaders(dialect: DialectId): Readonly<Record<string, string>> {
  return codecOf(dialect).wire.requiredHeaders;
}
