/** What endpoints have thrown, as errors for clients; used by all endpoints outside of exchanges. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { toGatewayError } from '../store/errors.ts';

/**
 * Turns what a handler has thrown into an error for the client, and logs it if it was not expected. A store that is
 * unavailable is `overloaded`: a retry may succeed.
 */
export function readThrown({ log }: Pick<GatewayContext, 'log'>, thrown: unknown): GatewayError {
  const error = toGatewayError(thrown);
  if (error.code === 'internal') {
    log('error', 'A request failed unexpectedly.', { cause: error.cause });
  } else if (!(thrown instanceof GatewayError)) {
    log('error', 'The store is down; a request failed.', { cause: error.cause });
  }
  return error;
}
