/** Generation in the Responses dialect, whose replies can be stored and continued. */
import { GatewayError, type JsonObject, omitUndefined } from '@parley/protocol';
import { asksForCompaction } from '@parley/protocol/stored-responses';
import { showContinued } from '../background/continued-ids.ts';
import { openBackground } from '../background/open-background.ts';
import { generate } from './generate.ts';
import { openReply } from './open-reply.ts';
import type { Operation } from './operation.ts';
import { resolveHistory } from './resolve-history.ts';
import { keepAnswer } from '../stored/keep-answer.ts';

export const respond: Operation = {
  ...generate,
  async parse(gateway, authenticated, body) {
    const isBackground = readBackground(body.json);
    const resolved = await resolveHistory(gateway, authenticated.caller.key.id, body);
    const request = await generate.parse(gateway, authenticated, resolved);
    const { store, previous_response_id: id } = body.json;
    const json = store === false ? undefined : resolved.json;
    const previousResponseId = typeof id === 'string' ? id : undefined;
    const isCompaction = asksForCompaction(body.json);
    const { conversation } = resolved;
    return {
      ...request,
      isBackground,
      isCompaction,
      ...omitUndefined({ json, previousResponseId, conversation }),
    };
  },
  async open(gateway, admitted, response) {
    const { previousResponseId, conversation } = admitted.request;
    const rewrite = showContinued({ previousResponseId, conversationId: conversation?.id });
    const opened = omitUndefined({ ...response, rewrite });
    if (admitted.request.isBackground === true) return openBackground(gateway, admitted, opened);
    const answer = await openReply(gateway, admitted, opened);
    return { ...answer, keep: (text) => keepAnswer(gateway, admitted, { text }) };
  },
};

/**
 * Whether the reply is requested in the background.
 * @throws GatewayError `invalid-request` when it is not to be stored, so that nobody could fetch it
 */
function readBackground(body: JsonObject): boolean {
  if (body['background'] !== true) return false;
  if (body['store'] !== false) return true;
  throw new GatewayError('invalid-request', 'A background response must be stored.', {
    reason: 'background_not_stored',
    param: 'store',
  });
}
