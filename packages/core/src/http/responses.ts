/** The endpoints of stored replies of the Responses dialect: read, delete, list their input, cancel. */
import {
  encodeDeletion,
  GatewayError,
  listInputItems as listItems,
  omitUndefined,
} from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { findAnswer, readAnswered } from '../pipeline/operations/response-history.ts';
import type { StoredResponse } from '../store/index.ts';
import type { EndpointCall } from './endpoint.ts';
import { answerLookup } from './lookup.ts';

/** `GET /v1/responses/{id}`: a stored reply, unchanged. */
export function findResponse(call: EndpointCall): Promise<Response> {
  const { gateway, id } = call;
  return answerLookup(call, async ({ key }, { searchParams: query }) => {
    const kept = await requireAnswer(gateway, key.id, id);
    if (query.get('stream') === 'true') throw notStreamable();
    return readAnswered(kept).response;
  });
}

/** `DELETE /v1/responses/{id}` */
export function deleteResponse(call: EndpointCall): Promise<Response> {
  const { gateway, id } = call;
  return answerLookup(call, async ({ key }) => {
    await requireAnswer(gateway, key.id, id);
    await gateway.store.deleteResponse(key.id, id);
    return encodeDeletion(id);
  });
}

/** `GET /v1/responses/{id}/input_items`: the newest first, unless `order=asc`. */
export function listInputItems(call: EndpointCall): Promise<Response> {
  const { gateway, id } = call;
  return answerLookup(call, async ({ key }, { searchParams: query }) => {
    const kept = await requireAnswer(gateway, key.id, id);
    const after = query.get('after') ?? undefined;
    const page = omitUndefined({
      order: readOrder(query.get('order')),
      limit: readLimit(query.get('limit')),
      after,
    });
    return listItems(readAnswered(kept), page);
  });
}

/** `POST /v1/responses/{id}/cancel`: always fails, because only background replies can be cancelled. */
export function cancelResponse(call: EndpointCall): Promise<Response> {
  const { gateway, id } = call;
  return answerLookup(call, async ({ key }) => {
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

/** Events are not stored, and a client that requests a stream could not read a whole reply. */
function notStreamable(): GatewayError {
  return new GatewayError('invalid-request', 'Only a background response can be streamed again.', {
    reason: 'response_not_streamable',
    param: 'stream',
  });
}

function readOrder(text: string | null): 'asc' | 'desc' {
  if (text === 'asc' || text === 'desc') return text;
  if (text === null) return 'desc';
  throw new GatewayError('invalid-request', "The order must be 'asc' or 'desc'.", {
    reason: 'invalid_value',
    param: 'order',
  });
}

const usualLimit = 20;
const highestLimit = 100;

function readLimit(text: string | null): number {
  if (text === null) return usualLimit;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= highestLimit) return limit;
  throw new GatewayError('invalid-request', 'The limit must be a whole number from 1 to 100.', {
    reason: 'invalid_value',
    param: 'limit',
  });
}
