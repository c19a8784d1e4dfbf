/** Tells in which dialect a request is answered, also where no endpoint is; errors are written by it. */
import { dialectIds, type DialectId } from '@parley/protocol';

/** The beginnings of paths that belong to one dialect; chat completions have all other paths. */
const pathPrefixes: Readonly<Record<DialectId, readonly string[]>> = {
  'openai-chat': [],
  'anthropic-messages': ['/v1/messages'],
  'gemini-generate': ['/v1beta'],
  'openai-responses': ['/v1/responses'],
};

/**
 * The dialect that answers for a path, also for paths that do not exist.
 * @param request tells clients apart where dialects share a path
 */
export function dialectOf(path: string, { method, headers }: Request): DialectId {
  const isOf = (dialect: DialectId) =>
    pathPrefixes[dialect].some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  const dialect = dialectIds.find(isOf);
  if (dialect !== undefined) return dialect;
  if (path !== '/v1/models' && !path.startsWith('/v1/models/')) return 'openai-chat';
  if (method === 'POST' || isGoogleClient(headers)) return 'gemini-generate';
  return isMessagesClient(headers) ? 'anthropic-messages' : 'openai-chat';
}

/** Google's clients send their credential in a header of their own, or name themselves in another. */
function isGoogleClient(headers: Headers): boolean {
  return headers.has('x-goog-api-key') || headers.has('x-goog-api-client');
}

/** Clients of the messages dialect name the version that they speak in every request. */
export function isMessagesClient(headers: Headers): boolean {
  return headers.has('anthropic-version');
}
