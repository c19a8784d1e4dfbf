/** Adds the id of the continued reply or conversation to an upstream's reply, because upstreams never receive it. */
import { createConversationMarker, isJsonObject, type JsonObject } from '@parley/protocol';
import type { PendingExchange } from './pending-response.ts';

/** Quotes within JSON strings are escaped, so this matches only the field itself. */
const unsaid = /(?<!\\)"previous_response_id":\s*null/g;

/** What a request continues, at most one of both. */
export interface ContinuedIds {
  readonly previousResponseId?: string | undefined;
  readonly conversationId?: string | undefined;
}

/** Returns a function that writes the id into the text of a reply; `undefined` where the request continues nothing. */
export function showContinued({
  previousResponseId,
  conversationId,
}: ContinuedIds): ((text: string) => string) | undefined {
  if (conversationId !== undefined) return createConversationMarker(conversationId);
  if (previousResponseId === undefined) return undefined;
  const field = `"previous_response_id":${JSON.stringify(previousResponseId)}`;
  return (text) => text.replace(unsaid, () => field);
}

/** What the request of a response that has not ended continues. */
export function continuedBy({ previousResponseId, conversation }: PendingExchange): ContinuedIds {
  return { previousResponseId, conversationId: conversation?.id };
}

/** What a response says that its request continued. */
export function readContinued(response: JsonObject): ContinuedIds {
  const { previous_response_id: previous, conversation } = response;
  const id = isJsonObject(conversation) ? conversation['id'] : undefined;
  return {
    previousResponseId: typeof previous === 'string' ? previous : undefined,
    conversationId: typeof id === 'string' ? id : undefined,
  };
}
