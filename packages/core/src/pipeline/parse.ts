/** The third stage: reads the body and checks it against the dialect. */
import type { GatewayContext } from '../context.ts';
import { noRoom } from './body-budget.ts';
import { readBody } from './body.ts';
import type { Operation } from './operations/operation.ts';
import { parseBody } from './parsed-request.ts';
import type { Authenticated, Parsed } from './state.ts';

/**
 * Returns a request that is valid in the client's dialect.
 * @throws GatewayError `invalid-request`, `too-large` or `unsupported`; `overloaded` when this process holds too
 *   many bytes of bodies
 */
export async function parse(
  gateway: GatewayContext,
  authenticated: Authenticated,
  operation: Operation,
): Promise<Parsed> {
  const { id, incoming } = authenticated;
  const { request: received } = incoming;
  const declared = Number(received.headers.get('content-length')) || 0;
  if (!gateway.bodies.hasRoom(declared)) throw noRoom();
  const text = await readBody(gateway, received, (bytes) => {
    gateway.bodies.take(id, bytes);
  });
  const request = await operation.parse(gateway, authenticated, parseBody(text));
  return { ...authenticated, request };
}
