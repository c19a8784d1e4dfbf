/** The second stage: finds the API key of the request. */
import type { GatewayContext } from '../context.ts';
import { identifyCaller } from './caller.ts';
import { elapsedMs } from './receive.ts';
import { advance, type Authenticated, type Received } from './state.ts';

/**
 * Finds key, account and groups by the headers, before the body is read.
 * @throws GatewayError as `identifyCaller` does
 */
export async function authenticate(
  gateway: GatewayContext,
  received: Received,
): Promise<Authenticated> {
  const { takesKeyInQuery } = received.inbound.wire;
  const caller = await identifyCaller(gateway, received.incoming, { takesKeyInQuery });
  return advance(received, { caller, authenticatedMs: elapsedMs(gateway, received) });
}
