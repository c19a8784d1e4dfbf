/** Reads the headers of a client's request: what is forwarded to an upstream, what is lost, and the session. */
import type { Codec, DialectWire, Note } from '@parley/protocol';
import type { HeaderRecord, HttpRequest } from '../../ports.ts';

/**
 * The request headers that are forwarded to an upstream of the client's dialect; `undefined` if there are none.
 * All other headers of the upstream request are created by core.
 */
export function forwardHeaders(
  request: HttpRequest,
  { forwardedHeaders }: DialectWire,
): HeaderRecord | undefined {
  let headers: Record<string, string> | undefined;
  for (const name of forwardedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) (headers ??= {})[name] = value;
  }
  return headers;
}

/** The headers with which clients such as opencode and Codex name the session of a request. */
const sessionHeaders = ['x-session-affinity', 'x-session-id', 'session-id'];

/** The session of a request, as its client names it. */
export function readSession({ headers }: HttpRequest): string | undefined {
  const named = sessionHeaders.map((name) => headers.get(name));
  return named.find((session) => session !== null && session !== '') ?? undefined;
}

/**
 * Notes the headers of a client that an upstream of another dialect does not get. A version that every request
 * must state is none of them.
 */
export function noteLostHeaders(request: HttpRequest, inbound: Codec): Note[] {
  const { forwardedHeaders, requiredHeaders } = inbound.wire;
  const notes: Note[] = [];
  for (const path of forwardedHeaders) {
    if (path in requiredHeaders || !request.headers.get(path)) continue;
    const reason = `Only the ${inbound.dialect} format has this header.`;
    notes.push({ path, action: 'dropped', reason });
  }
  return notes;
}
