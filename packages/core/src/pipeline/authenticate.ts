/** The second stage: finds the API key of the request. */
import type { GatewayContext } from '../context.ts';
import { identifyCaller, type Caller } from './request/caller.ts';
import { advance, elapsedMs, type Authenticated, type Received } from './state.ts';

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
  const accept = (caller: Caller): Authenticated =>
    advance(received, { caller, authenticatedMs: elapsedMs(gateway, received) });
  return found instanceof Promise ? found.then(accept) : accept(found);
}
