/** Errors for the coding assistants that do not read them as others do; used where an exchange fails. */
import { GatewayError, type JsonValue } from '@parley/protocol';
import type { HttpRequest } from '../../ports.ts';
import type { Received } from '../state.ts';

/**
 * The coding assistants that ignore `x-should-retry`, by the names in their `user-agent`. Each was watched with
 * `tests/agents/run-failures.ts`.
 */
const repeatingAgents = /^pi \(|(?:^|\s)(?:codex_\w+|GeminiCLI|opencode|QwenCode)[/-]/i;

/**
 * Returns the error as the client of a request gets it. Where no retry helps, clients get 502 or, for a spent quota, 429
 * with `x-should-retry: false`. An assistant that ignores this header would repeat either for minutes and show nothing
 * meanwhile. It gets 400, after which it stops and shows the message.
 */
export function errorForClient(error: GatewayError, { headers }: HttpRequest): GatewayError {
  const { code, fault, message, reason = 'upstream_error' } = error;
  const isRefused = code === 'upstream-unavailable' && fault !== undefined;
  if (!isRefused && code !== 'quota-exhausted') return error;
  if (!repeatingAgents.test(headers.get('user-agent') ?? '')) return error;
  return isRefused
    ? new GatewayError('upstream-rejected', message, { upstreamStatus: 400, reason, fault })
    : new GatewayError('invalid-request', `Quota exceeded: ${message}`, { reason });
}

/** Codex reads a failure within a stream from a failed reply alone (seen with 0.171.0). */
const replyReaders = /(?:^|\s)codex_\w+[/-]/i;

/**
 * Whether a Responses stream that breaks must end with `response.failed`. Codex takes the event `error`, which other
 * clients need, for no end at all: it would repeat the request five times, whatever is wrong, and then show a message of
 * its own.
 */
export function failsByReply({ request }: Received['incoming']): boolean {
  return replyReaders.test(request.headers.get('user-agent') ?? '');
}

/** Codes after which Codex gives up a request of a WebSocket, although it repeats the same one by POST (seen with 0.171.0). */
const givenUpCodes: ReadonlySet<unknown> = new Set(['server_is_overloaded', 'slow_down']);

/** Returns the code of an error on a WebSocket, as the client of the request gets it. */
export function codeOnSocket(code: JsonValue, { headers }: HttpRequest): JsonValue {
  const isGivenUp = givenUpCodes.has(code) && replyReaders.test(headers.get('user-agent') ?? '');
  return isGivenUp ? 'overloaded' : code;
}
