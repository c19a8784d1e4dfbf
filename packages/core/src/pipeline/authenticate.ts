/** The second stage: who calls. */
import type { GatewayContext } from '../context.ts';
import { identifyCaller } from './caller.ts';
import { elapsedMs } from './receive.ts';
import type { Authenticated, Received } from './state.ts';

/**
 * Headers → key, account and groups, before anything of the body is read.
 * @throws GatewayError as `identifyCaller` does
 */
export async function authenticate(
  gateway: GatewayContext,
  received: Received,
): Promise<Authenticated> {
  const { takesKeyInQuery } = received.inbound.wire;
  const caller = await identifyCaller(gateway, received.incoming, { takesKeyInQuery });
  return { ...received, caller, authenticatedMs: elapsedMs(gateway, received) };
}
