/** Generation in the Responses dialect, whose replies can be stored and continued. */
import {
  asksForCompaction,
  createAnsweredRequest,
  GatewayError,
  isJsonObject,
  omitUndefined,
  type AnsweredRequest,
  type JsonObject,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { chooseDialect } from '../../models/routing/select.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import { showContinued } from '../background/continued-ids.ts';
import { openBackground } from '../background/open-background.ts';
import type { Admitted } from '../state.ts';
import { keepAnswer } from '../stored/keep-answer.ts';
import { readReply } from '../stored/stored-replies.ts';
import { generate } from './generate.ts';
import { openReply } from './open-reply.ts';
import type { Operation } from './operation.ts';
import { resolveHistory } from './resolve-history.ts';

/** Replies that can be continued although they are not stored, such as those of one connection. */
export interface Recollection {
  /** Finds a reply by its id. */
  recall(id: string): AnsweredRequest | undefined;
  /** Called with each complete reply that its client does not want stored. */
  keep(id: string, answered: AnsweredRequest): void;
}

/** The operation, and what it does with a complete reply. */
export interface RespondOperation extends Operation {
  /** Keeps a reply for later requests. Never rejects. */
  keep(gateway: GatewayContext, admitted: Admitted, text: string): Promise<void>;
}

export const respond: Operation = createRespond();

/** @param recollection if there is one, the operation serves one request only */
export function createRespond(recollection?: Recollection): RespondOperation {
  let unstored: JsonObject | undefined;
  const recall = recollection && ((id: string) => recollection.recall(id));
  const operation: RespondOperation = {
    ...generate,
    async parse(gateway, authenticated, body) {
      const isBackground = readBackground(body.json);
      const { store, previous_response_id: id, prompt_cache_options: caching } = body.json;
      const { id: keyId } = authenticated.caller.key;
      const resolved = await resolveHistory(gateway, { keyId, recall }, body);
      const request = await generate.parse(gateway, authenticated, resolved);
      const json = store === false ? undefined : resolved.json;
      unstored = recollection !== undefined && store === false ? resolved.json : undefined;
      const previousResponseId = typeof id === 'string' ? id : undefined;
      const isCompaction = asksForCompaction(body.json);
      const { conversation } = resolved;
      return {
        ...request,
        isBackground,
        isCompaction,
        isPrewarm: isJsonObject(caching) && caching['prewarm'] === true,
        ...omitUndefined({ json, previousResponseId, conversation }),
      };
    },
    encode(gateway, admitted, target) {
      if (admitted.request.isPrewarm === true) refuseGeneration(admitted, target);
      return generate.encode(gateway, admitted, target);
    },
    async open(gateway, admitted, response) {
      const { previousResponseId, conversation } = admitted.request;
      const rewrite = showContinued({ previousResponseId, conversationId: conversation?.id });
      const opened = omitUndefined({ ...response, rewrite });
      if (admitted.request.isBackground === true) return openBackground(gateway, admitted, opened);
      const answer = await openReply(gateway, admitted, opened);
      return { ...answer, keep: (text) => operation.keep(gateway, admitted, text) };
    },
    async keep(gateway, admitted, text) {
      await keepAnswer(gateway, admitted, { text });
      if (unstored === undefined) return;
      const response = readReply(text);
      const id = response?.['id'];
      if (response === undefined || typeof id !== 'string') return;
      recollection?.keep(id, createAnsweredRequest(unstored, response));
    },
  };
  return operation;
}

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

const noPrewarm =
  'The upstream of this model prepares its cache only by generating an answer. Leave out prewarm.';

/**
 * A translation would have the model answer a prompt that is not complete, and charge for it.
 * @throws GatewayError `invalid-request` for an upstream of another dialect
 */
function refuseGeneration({ inbound }: Admitted, { upstream }: Target): void {
  if (chooseDialect(upstream, inbound.dialect) === inbound.dialect) return;
  throw new GatewayError('invalid-request', noPrewarm, {
    reason: 'unsupported_parameter',
    param: 'prompt_cache_options.prewarm',
  });
}
