/** The endpoints of stored replies of the Responses dialect: read, delete, list their input, cancel. */
import {
  codecOf,
  encodeDeletion,
  GatewayError,
  listInputItems as listItems,
  omitUndefined,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { endResponse, refreshResponse } from '../../pipeline/background/background-responses.ts';
import { resumeStream } from '../../pipeline/background/resume-stream.ts';
import { findReply, readAnswered } from '../../pipeline/stored/stored-replies.ts';
import type { StoredResponse } from '../../store/index.ts';
import type { EndpointCall } from '../endpoint.ts';
import { readItemPage } from './item-page.ts';
import { serveCaller } from './serve-caller.ts';

/** `GET /v1/responses/{id}`: a stored reply, or one in the background as it is now, also as a stream. */
export function findResponse(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }, { searchParams: query }) => {
    const kept = await requireAnswer(gateway, key.id, id);
    if (query.get('stream') === 'true') return resume(call, kept, query.get('starting_after'));
    return readAnswered(await refreshResponse(gateway, kept)).response;
  });
}

/** `DELETE /v1/responses/{id}`: one in the background is cancelled first. */
export function deleteResponse(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    const kept = await requireAnswer(gateway, key.id, id);
    await endResponse(gateway, kept);
    await gateway.store.deleteResponse(key.id, id);
    return encodeDeletion(id);
  });
}

/** `GET /v1/responses/{id}/input_items`: the newest first, unless `order=asc`. */
export function listInputItems(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }, { searchParams }) => {
    const kept = await requireAnswer(gateway, key.id, id);
    return listItems(readAnswered(kept), readItemPage(searchParams));
  });
}

/** `POST /v1/responses/{id}/cancel`: only of background replies; one that has ended stays as it is. */
export function cancelResponse(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    const kept = await requireAnswer(gateway, key.id, id);
    if (kept.upstream !== undefined) {
      return readAnswered(await refreshResponse(gateway, kept, 'cancel')).response;
    }
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
  const response = await findReply(gateway, keyId, id);
  if (response !== undefined) return response;
  throw new GatewayError('not-found', 'There is no response with this id.', {
    reason: 'response_not_found',
  });
}

/** Events are not stored, so only the upstream of a background reply can send them again. */
function resume(
  call: EndpointCall,
  kept: StoredResponse,
  after: string | null,
): Promise<Response | undefined> {
  const { gateway, request, host, path, endpoint } = call;
  const inbound = codecOf(endpoint.dialect);
  const { upstream } = kept;
  if (upstream !== undefined) {
    const resumed = omitUndefined({ stored: kept, upstream, startingAfter: readPosition(after) });
    return resumeStream(gateway, { request, host, path, inbound }, resumed);
  }
  throw new GatewayError('invalid-request', 'Only a background response can be streamed again.', {
    reason: 'response_not_streamable',
    param: 'stream',
  });
}

function readPosition(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const message = 'The position must be the sequence number of an event.';
  throw new GatewayError('invalid-request', message, {
    reason: 'invalid_value',
    param: 'starting_after',
  });
}
