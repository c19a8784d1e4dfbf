/** The third stage: reads the body and checks it against the dialect. */
import { spliceFields } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { noRoom } from './body-budget.ts';
import { readBody } from './body.ts';
import type { Operation } from './operations/operation.ts';
import { parseBody, type RequestBody } from './parsed-request.ts';
import { advance, type Authenticated, type Parsed } from './state.ts';

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
  const { id, incoming, callName } = authenticated;
  const declared = Number(incoming.request.headers.get('content-length')) || 0;
  if (!gateway.bodies.hasRoom(declared)) throw noRoom();
  const count = (bytes: number): void => {
    gateway.bodies.take(id, bytes);
  };
  const body = parseBody(await readBody(gateway, incoming.request, { acceptsText: true, count }));
  const named = callName === undefined ? body : nameModel(body, callName);
  const request = await operation.parse(gateway, authenticated, named);
  return advance(authenticated, { request });
}

/** Writes the call name of the path into the body, as if the client had. */
function nameModel({ text, scan }: RequestBody, callName: string): RequestBody {
  return parseBody(spliceFields(text, scan, { model: JSON.stringify(callName) }));
}
