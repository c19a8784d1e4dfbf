import { codecOf, GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { createExchangeId } from '../ids.ts';
import { encodeModelEntry, encodeModelList, readModelPage } from '../routing/model-list.ts';
import { describeModel, listModels as listGroupModels } from '../routing/models.ts';
import { authenticate, type Caller, type Credentials } from '../stages/authenticate.ts';
import { dialectOf } from './endpoints.ts';
import { respondError } from './error-response.ts';

/** `GET /v1/models`: every name the caller's key may write, in a shape that clients of both dialects read. */
export function listModels(gateway: GatewayContext, lookup: Credentials): Promise<Response> {
  return answer(gateway, lookup, ({ group }) => {
    // Clients of the messages dialect may show their list in a picker that hides most names.
    const aliases = lookup.request.headers.has('anthropic-version');
    const page = readModelPage(new URL(lookup.request.url).searchParams);
    return encodeModelList(listGroupModels(group, { aliases }), page);
  });
}

/** `GET /v1/models/{id}`: one of those names; an id may hold slashes, encoded or not. */
export function findModel(
  gateway: GatewayContext,
  lookup: Credentials,
  id: string,
): Promise<Response> {
  return answer(gateway, lookup, ({ group }) => encodeModelEntry(describeModel(group, id)));
}

async function answer(
  gateway: GatewayContext,
  lookup: Credentials,
  look: (caller: Caller) => object,
): Promise<Response> {
  const id = createExchangeId(gateway.clock.now());
  try {
    const caller = await authenticate(gateway, lookup);
    return Response.json(look(caller), { headers: { 'x-request-id': id, 'request-id': id } });
  } catch (thrown) {
    const { pathname } = new URL(lookup.request.url);
    const codec = codecOf(dialectOf(pathname, lookup.request.headers));
    return respondError(codec, GatewayError.from(thrown), id);
  }
}
