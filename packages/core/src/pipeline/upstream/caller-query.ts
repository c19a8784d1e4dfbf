/** Forwards the query of a client's request to the upstream; used in passthrough. */
import { isKeyShaped } from '../../keys/secret.ts';
import type { HttpRequest } from '../../ports.ts';

/**
 * Query parameters that are not forwarded: credentials, because Parley sends its own, and those that change
 * the format of a response, leave out parts of it or say who pays for it (Google's system parameters, of which the
 * other spelling begins with `$`). A key of Parley is withheld under any name. The `api-version` of Azure's clients
 * belongs to the address that they called.
 */
const withheld = new Set([
  'key',
  'api_key',
  'api-key',
  'api-version',
  'access_token',
  'oauth_token',
  'alt',
  'callback',
  'fields',
  'quotauser',
]);

/** Maximum length of a forwarded query, in characters. */
const longestQuery = 2_048;

/**
 * Adds the query of a request to the URL of an upstream that speaks the same dialect, such as the
 * `beta=true` of Claude Code. Parameters of the operator's base URL take precedence.
 */
export function addCallerQuery(url: string, request: HttpRequest): string {
  const asked = request.url.indexOf('?');
  if (asked === -1) return url;
  const { searchParams } = new URL(url);
  const added = new URLSearchParams(request.url.slice(asked + 1).split('#', 1)[0]);
  for (const name of new Set(added.keys())) {
    const isWithheld = name.startsWith('$') || withheld.has(name.toLowerCase());
    const hasKey = [name, ...added.getAll(name)].some(isKeyShaped);
    if (isWithheld || hasKey || searchParams.has(name)) added.delete(name);
  }
  const query = added.toString();
  if (query === '' || query.length > longestQuery) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
