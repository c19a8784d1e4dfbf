/** The error that coding assistants get which repeat every 502; used where an exchange fails. */
import { GatewayError } from '@parley/protocol';
import type { HttpRequest } from '../ports.ts';

/**
 * The coding assistants that ignore `x-should-retry`, by the names in their `user-agent`. Each was watched with
 * `tests/agents/run-failures.ts`.
 */
const repeatingAgents = /^pi \(|(?:^|\s)(?:codex_\w+|GeminiCLI|opencode|QwenCode)[/-]/i;

/**
 * Returns the error as the client of a request gets it. When an upstream refuses the gateway, no retry helps: clients
 * get 502 with `x-should-retry: false`. An assistant that ignores this header would repeat a 502 for minutes. It gets
 * 400, after which it stops, as after the status with which the vendor itself refuses a credential.
 */
export function errorForClient(error: GatewayError, { headers }: HttpRequest): GatewayError {
  const { code, fault, message, reason = 'upstream_error' } = error;
  if (fault === undefined || code !== 'upstream-unavailable') return error;
  if (!repeatingAgents.test(headers.get('user-agent') ?? '')) return error;
  return new GatewayError('upstream-rejected', message, { upstreamStatus: 400, reason, fault });
}
