/** Inserts the history of a Responses request that continues a stored reply or a conversation, or refers to items. */
import {
  continueConversation,
  GatewayError,
  inputItems,
  omitUndefined,
  prependHistory,
  readBackgroundState,
  readConversationId,
  referencedItems,
  resolveReferences,
  spliceFields,
  writeJson,
  type AnsweredRequest,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { refreshResponse } from '../background/background-responses.ts';
import {
  parseBody,
  type ContinuedConversation,
  type RequestBody,
} from '../request/parsed-request.ts';
import { requireConversation } from '../stored/conversations.ts';
import { findReply, readAnswered } from '../stored/stored-replies.ts';
import { decryptResponse } from '../stored/response-encryption.ts';

/** A body with the history of its request. */
export interface ResolvedBody extends RequestBody {
  readonly conversation?: ContinuedConversation;
}

/** Where the history of a request is looked for. */
export interface HistorySource {
  readonly keyId: string;
  /** Finds replies that are not stored; absent where none are remembered. */
  readonly recall?: ((id: string) => AnsweredRequest | undefined) | undefined;
}

/**
 * Inserts the history that a request refers to into its text: what `previous_response_id` or `conversation` names, and
 * items of stored replies. Any upstream can then continue the conversation. References to items that are
 * not stored here stay unchanged.
 * @returns the body as it is when the request refers to nothing
 * @throws GatewayError `invalid-request` when the key has no such reply, or it has expired or not ended yet; as
 *   `readConversationId`, `requireConversation` and `refreshResponse` do
 */
export async function resolveHistory(
  gateway: GatewayContext,
  { keyId, recall }: HistorySource,
  body: RequestBody,
): Promise<ResolvedBody> {
  const { text, scan, json } = body;
  const id = json['previous_response_id'];
  const conversationId = readConversationId(json);
  const references = referencedItems(json);
  const continues = typeof id === 'string' || conversationId !== undefined;
  if (!continues && references.length === 0) return body;
  const history =
    typeof id === 'string' ? [recall?.(id) ?? (await requirePrevious(gateway, keyId, id))] : [];
  const found = await findReferenced(gateway, keyId, references);
  const own = resolveReferences(json, found);
  const named = conversationId === undefined ? undefined : { keyId, id: conversationId };
  const request =
    named === undefined
      ? prependHistory(own, history)
      : continueConversation(own, await requireConversation(gateway, named));
  const replaced = {
    input: writeJson(request['input']),
    previous_response_id: typeof id === 'string' ? 'null' : undefined,
    conversation: named && 'null',
  };
  const resolved = parseBody(spliceFields(text, scan, omitUndefined(replaced)));
  const conversation = named && { id: named.id, input: inputItems(own) };
  return { ...resolved, ...omitUndefined({ conversation }) };
}

async function requirePrevious(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<AnsweredRequest> {
  const param = 'previous_response_id';
  const stored = await findReply(gateway, keyId, id);
  if (stored === undefined) {
    const message = 'The previous response was not found.';
    throw new GatewayError('invalid-request', message, {
      reason: 'previous_response_not_found',
      param,
    });
  }
  const refreshed = await refreshResponse(gateway, stored);
  const previous = readAnswered(refreshed);
  const isRunning = readBackgroundState(previous.response) === 'running';
  if (refreshed.pending === undefined || !isRunning) return previous;
  throw new GatewayError('invalid-request', 'The previous response has not ended yet.', {
    reason: 'previous_response_in_progress',
    param,
  });
}

async function findReferenced(
  gateway: GatewayContext,
  keyId: string,
  ids: readonly string[],
): Promise<readonly AnsweredRequest[]> {
  const found: AnsweredRequest[] = [];
  if (ids.length === 0) return found;
  const now = gateway.clock.now();
  for (const kept of await gateway.store.findResponsesByItem(keyId, ids)) {
    const plain = kept.expiresAt > now ? await decryptResponse(gateway, kept) : undefined;
    if (plain !== undefined) found.push(readAnswered(plain));
  }
  return found;
}
