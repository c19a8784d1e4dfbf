import { GatewayError, isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { findAnswer } from '../responses/history.ts';
import { toInputItems, toListedItems } from '../responses/input-items.ts';
import type { Credentials } from '../stages/authenticate.ts';
import type { StoredResponse } from '../store.ts';
import { answerLookup } from './models.ts';

/** `GET /v1/responses/{id}`: an answer as its caller got it. */
export function findResponse(
  gateway: GatewayContext,
  lookup: Credentials,
  id: string,
): Promise<Response> {
  return answerLookup(gateway, lookup, async ({ key }) =>
    readBody(await requireAnswer(gateway, key.id, id)),
  );
}

/** `DELETE /v1/responses/{id}` */
export function deleteResponse(
  gateway: GatewayContext,
  lookup: Credentials,
  id: string,
): Promise<Response> {
  return answerLookup(gateway, lookup, async ({ key }) => {
    await requireAnswer(gateway, key.id, id);
    await gateway.store.deleteResponse(key.id, id);
    return { id, object: 'response', deleted: true };
  });
}

/** `GET /v1/responses/{id}/input_items`: newest first unless `order=asc`. */
export function listInputItems(
  gateway: GatewayContext,
  lookup: Credentials,
  id: string,
): Promise<Response> {
  return answerLookup(gateway, lookup, async ({ key }, url) => {
    const { input } = await requireAnswer(gateway, key.id, id);
    const items = toListedItems(toInputItems(parseJson(input)), id);
    const ordered = url.searchParams.get('order') === 'asc' ? items : items.toReversed();
    return encodePage(ordered, url.searchParams);
  });
}

/** `POST /v1/responses/{id}/cancel`: only answers made in the background could still be cancelled. */
export function cancelResponse(
  gateway: GatewayContext,
  lookup: Credentials,
  id: string,
): Promise<Response> {
  return answerLookup(gateway, lookup, async ({ key }) => {
    await requireAnswer(gateway, key.id, id);
    throw new GatewayError('invalid-request', 'Only a background response can be cancelled.', {
      reason: 'response_not_cancellable',
    });
  });
}

async function requireAnswer(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<StoredResponse> {
  const response = await findAnswer(gateway, keyId, id);
  if (response !== undefined) return response;
  throw new GatewayError('not-found', 'There is no response with this id.', {
    reason: 'response_not_found',
  });
}

function readBody({ body }: StoredResponse): JsonObject {
  const value = parseJson(body);
  return isJsonObject(value) ? value : {};
}

const usualLimit = 20;
const highestLimit = 100;

function encodePage(items: readonly JsonObject[], query: URLSearchParams): JsonObject {
  const limit = readLimit(query.get('limit'));
  const after = items.findIndex((item) => item['id'] === query.get('after'));
  const rest = items.slice(after + 1);
  const shown = rest.slice(0, limit);
  return {
    object: 'list',
    data: shown,
    first_id: shown.at(0)?.['id'] ?? null,
    last_id: shown.at(-1)?.['id'] ?? null,
    has_more: shown.length < rest.length,
  };
}

function readLimit(text: string | null): number {
  if (text === null) return usualLimit;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= highestLimit) return limit;
  throw new GatewayError('invalid-request', 'The limit must be a whole number from 1 to 100.', {
    param: 'limit',
  });
}
