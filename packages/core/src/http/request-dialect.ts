/** Finds the dialect of a request, also for unknown paths; errors are written in it. */
import { codecOf, dialectIds, type DialectId } from '@parley/protocol';
import type { HttpRequest, RequestHeaders } from '../ports.ts';

/** The path prefixes that only one dialect has. */
const pathPrefixes: Readonly<Record<DialectId, readonly string[]>> = {
  'openai-chat': ['/v1/chat', '/v1/completions', '/v1/embeddings', '/v1/usage'],
  'anthropic-messages': ['/v1/messages'],
  'gemini-generate': ['/v1beta'],
  'openai-responses': ['/v1/responses', '/v1/conversations'],
};

/**
 * The dialect of a request by its path or, where dialects share the path or none has it, by the client's headers.
 * Without either it is Chat Completions, whose errors most clients read.
 */
export function dialectOf(
  path: string,
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
): DialectId {
  const dialect = dialectIds.find((id) => pathPrefixes[id].some((each) => isBelow(path, each)));
  if (dialect !== undefined) return dialect;
  // Only Gemini has a POST below this path.
  if (method === 'POST' && isBelow(path, '/v1/models')) return 'gemini-generate';
  return dialectIds.findLast((id) => isClientOf(id, headers)) ?? 'openai-chat';
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function isClientOf(dialect: DialectId, headers: RequestHeaders): boolean {
  return codecOf(dialect).wire.clientHeaders.some((name) => headers.has(name));
}
