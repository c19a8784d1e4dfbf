/** Finds the dialect of a request, also for unknown paths; errors are written in it. */
import { codecOf, dialectIds, type DialectId } from '@parley/protocol';

/** Path prefixes of each dialect; all other paths belong to chat completions. */
const pathPrefixes: Readonly<Record<DialectId, readonly string[]>> = {
  'openai-chat': [],
  'anthropic-messages': ['/v1/messages'],
  'gemini-generate': ['/v1beta'],
  'openai-responses': ['/v1/responses'],
};

/**
 * The dialect of a path, also for paths that do not exist.
 * @param request distinguishes clients where dialects share a path
 */
export function dialectOf(path: string, { method, headers }: Request): DialectId {
  const dialect = dialectIds.find((id) => pathPrefixes[id].some((each) => isBelow(path, each)));
  if (dialect !== undefined) return dialect;
  if (!isBelow(path, '/v1/models')) return 'openai-chat';
  // Only Gemini has a POST below this path.
  if (method === 'POST') return 'gemini-generate';
  return dialectIds.findLast((id) => isClientOf(id, headers)) ?? 'openai-chat';
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function isClientOf(dialect: DialectId, headers: Headers): boolean {
  return codecOf(dialect).wire.clientHeaders.some((name) => headers.has(name));
}
