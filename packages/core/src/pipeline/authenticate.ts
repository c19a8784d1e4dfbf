/** The second stage: finds the API key of the request. */
import type { GatewayContext } from '../context.ts';
import { identifyCaller } from './request/caller.ts';
import { advance, elapsedMs, whenKnown, type Authenticated, type Received } from './state.ts';

/**
 * Finds key, account and groups by the headers, before the body is read.
 * @throws GatewayError as `identifyCaller` does
 */
export function authenticate(
  gateway: GatewayContext,
  received: Received,
): Authenticated | Promise<Authenticated> {
  const { takesKeyInQuery } = received.inbound.wire;
  const found = identifyCaller(gateway, received.incoming, { takesKeyInQuery });
  return whenKnown(found, (caller) =>
    advance(received, { caller, authenticatedMs: elapsedMs(gateway, received) }),
  );
}
