/** What a caller is told when the store cannot serve. */
import { GatewayError } from '@parley/protocol';
import { StoreUnavailableError } from './index.ts';

export function toGatewayError(thrown: unknown): GatewayError {
  if (!(thrown instanceof StoreUnavailableError)) return GatewayError.from(thrown);
  return new GatewayError('overloaded', 'The gateway cannot reach its store right now.', {
    reason: 'store_unavailable',
    retryAfter: 5,
    cause: thrown,
  });
}
