/** Errors for clients that do not read them as others do, most of them coding assistants; used where an exchange fails. */
import { GatewayError, omitUndefined, type ErrorCode, type JsonValue } from '@parley/protocol';
import type { HttpRequest } from '../../ports.ts';
import type { Received } from '../state.ts';

/**
 * The coding assistants that ignore `x-should-retry`, by the names in their `user-agent`. Each was watched, most of them
 * with `tests/agents/run-failures.ts`. Droid calls itself `factory-cli`.
 */
const repeatingAgents =
  /^pi(?:\/[\d.]+)? \(|(?:^|\s)(?:codex_\w+|factory-cli|GeminiCLI|Kilo-Code|kimi-code-cli|opencode|QwenCode)[/-]/i;

/** Codex, which alone also repeats what the client itself did wrong, and reads failures in its own way. */
const codex = /(?:^|\s)codex_\w+[/-]/i;

/**
 * Refusals of the client's own request. Codex 0.171.0 repeats each status five times but 400 and 429, whatever the body
 * says (`codex-rs/codex-api/src/api_bridge.rs` and `is_retryable` in `codex-rs/protocol/src/error.rs`).
 */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'forbidden',
  'not-found',
  'too-large',
  'upstream-rejected',
]);

/**
 * Returns the error as the client of a request gets it. Where no retry helps, clients get 502 or, for a spent quota, 429
 * with `x-should-retry: false`. An assistant that ignores this header would repeat either for minutes and show nothing
 * meanwhile. It gets 400, after which it stops and shows the message; so does Codex in place of a 401, 404 or 413.
 */
export function errorForClient(error: GatewayError, { headers }: HttpRequest): GatewayError {
  const agent = headers.get('user-agent') ?? '';
  const { code, fault, message, reason = 'upstream_error' } = error;
  if (refusals.has(code)) return codex.test(agent) ? toBadRequest(error, code) : error;
  const isRefused = code === 'upstream-unavailable' && fault !== undefined;
  if (!isRefused && code !== 'quota-exhausted') return error;
  if (!repeatingAgents.test(agent)) return error;
  return isRefused
    ? toBadRequest(error, reason)
    : new GatewayError('invalid-request', `Quota exceeded: ${message}`, { reason });
}

/** Every dialect writes a rejected request of status 400 as 400. */
function toBadRequest(error: GatewayError, reason: string): GatewayError {
  const { param, fault, upstreamBody, upstreamDialect } = error;
  const facts = omitUndefined({ param, fault, upstreamBody, upstreamDialect });
  const known = { reason: error.reason ?? reason, upstreamStatus: 400 };
  return new GatewayError('upstream-rejected', error.message, { ...facts, ...known });
}

/** Google's library for Go (`google.golang.org/genai`), which names its language. */
const googleForGo = /(?:^|\s)gl-go\//;

/**
 * Whether the client overlooks the usual error of a stream that breaks. Codex takes the event `error` of a Responses
 * stream for no end at all: it would repeat the request five times, whatever is wrong, and then show a message of its own.
 * To Google's library for Go, an error in a Gemini stream is an empty chunk: a reply that was cut would look whole.
 */
export function failsOtherwise({ request }: Received['incoming']): boolean {
  const agent = request.headers.get('user-agent') ?? '';
  return codex.test(agent) || googleForGo.test(agent);
}

/** Codes after which Codex gives up a request of a WebSocket, although it repeats the same one by POST (seen with 0.171.0). */
const givenUpCodes: ReadonlySet<unknown> = new Set(['server_is_overloaded', 'slow_down']);

/** Returns the code of an error on a WebSocket, as the client of the request gets it. */
export function codeOnSocket(code: JsonValue, { headers }: HttpRequest): JsonValue {
  const isGivenUp = givenUpCodes.has(code) && codex.test(headers.get('user-agent') ?? '');
  return isGivenUp ? 'overloaded' : code;
}
