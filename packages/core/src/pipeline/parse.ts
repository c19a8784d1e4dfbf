/** The third stage: reads the body and checks it against the dialect. */
import type { GatewayContext } from '../context.ts';
import { readBody } from './body.ts';
import type { Operation } from './operations/operation.ts';
import { parseBody } from './parsed-request.ts';
import type { Authenticated, Parsed } from './state.ts';

/**
 * Returns a request that is valid in the client's dialect.
 * @throws GatewayError `invalid-request`, `too-large` or `unsupported`
 */
export async function parse(
  gateway: GatewayContext,
  authenticated: Authenticated,
  operation: Operation,
): Promise<Parsed> {
  const text = await readBody(gateway, authenticated.incoming.request);
  const request = await operation.parse(gateway, authenticated, parseBody(text));
  return { ...authenticated, request };
}
