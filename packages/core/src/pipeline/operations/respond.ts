/** Generation in the Responses dialect, whose replies can be stored and continued. */
import { GatewayError, isJsonObject, type JsonObject, omitUndefined } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Admitted } from '../state.ts';
import { generate } from './generate.ts';
import { openReply } from './open-reply.ts';
import type { Operation } from './operation.ts';
import { keepReply, resolveHistory } from './response-history.ts';

export const respond: Operation = {
  ...generate,
  async parse(gateway, authenticated, body) {
    // The check rejects bodies that are not objects.
    if (!isJsonObject(body.json)) return generate.parse(gateway, authenticated, body);
    refuseBackground(body.json);
    const keyId = authenticated.caller.key.id;
    const resolved = await resolveHistory(gateway, keyId, { ...body, json: body.json });
    const request = await generate.parse(gateway, authenticated, resolved ?? body);
    const { store, previous_response_id: id } = body.json;
    const json = store === false ? undefined : (resolved ?? body).json;
    const previousResponseId = resolved !== undefined && typeof id === 'string' ? id : undefined;
    return { ...request, ...omitUndefined({ json, previousResponseId }) };
  },
  async open(gateway, admitted, response) {
    const { previousResponseId } = admitted.request;
    const rewrite = previousResponseId === undefined ? undefined : showPrevious(previousResponseId);
    const answer = await openReply(gateway, admitted, { ...response, rewrite });
    return { ...answer, keep: createResponseSaver(gateway, admitted) };
  },
};

/**
 * Rejects background requests. Parley stores replies but generates none later, so a queued reply could
 * neither be fetched nor charged.
 */
function refuseBackground(body: JsonObject): void {
  if (body['background'] !== true) return;
  const message =
    'Background responses are not supported: send the request without the field, and stream a long response.';
  throw new GatewayError('invalid-request', message, {
    reason: 'background_not_supported',
    param: 'background',
  });
}

/** Quotes within JSON strings are escaped, so this matches only the field itself. */
const unsaid = /(?<!\\)"previous_response_id":\s*null/g;

/** Writes the id of the continued reply into the new one, because the upstream never received it. */
function showPrevious(id: string): (text: string) => string {
  const field = `"previous_response_id":${JSON.stringify(id)}`;
  return (text) => text.replace(unsaid, () => field);
}

/** Returns a function that stores the reply, if the client wants it stored. */
function createResponseSaver(
  gateway: GatewayContext,
  { id: requestId, caller, request }: Admitted,
) {
  const { json } = request;
  if (!isJsonObject(json)) return undefined;
  const keyId = caller.key.id;
  return (text: string) => keepReply(gateway, { requestId, keyId, request: json, text });
}
