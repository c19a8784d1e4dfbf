/**
 * What a caller's query may not tell an upstream: credentials, which are ours to choose, and what changes
 * the form of an answer or leaves parts of it out (Google's standard query parameters).
 */
const withheld = new Set([
  'key',
  'api_key',
  'api-key',
  'access_token',
  'oauth_token',
  'alt',
  '$alt',
  'callback',
  '$callback',
  'fields',
  '$fields',
]);

/** The longest query that is passed on, in characters. */
const longestQuery = 2_048;

/**
 * Adds the query of a request to the address of an upstream that speaks the same dialect, such as the
 * `beta=true` of Claude Code. What the operator's address says already stays.
 */
export function addCallerQuery(url: string, request: Request): string {
  const asked = request.url.indexOf('?');
  if (asked === -1) return url;
  const { searchParams } = new URL(url);
  const added = new URLSearchParams(request.url.slice(asked + 1).split('#', 1)[0]);
  for (const name of new Set(added.keys())) {
    if (withheld.has(name.toLowerCase()) || searchParams.has(name)) added.delete(name);
  }
  const query = added.toString();
  if (query === '' || query.length > longestQuery) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
