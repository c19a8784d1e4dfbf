/** What operators read about a failed attempt, in its record and in the health of its upstream. */
import type { GatewayError } from '@parley/protocol';

/** Also what the upstream says about the gateway's own account, which clients must not see. */
export function describeToOperator({ message, fault, cause }: GatewayError): string {
  const isTold = fault !== undefined && cause instanceof Error;
  return isTold ? `${message} The upstream says: ${cause.message}` : message;
}
