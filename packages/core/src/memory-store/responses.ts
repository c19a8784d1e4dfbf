/** The stored responses of the memory store. */
import type { ResponseStore, StoredResponse } from '../store/index.ts';

/** The maximum number of characters of all stored responses together; the oldest are dropped. */
const mostCharacters = 64 * 1024 * 1024;

export function createMemoryResponses(): ResponseStore {
  const responses = new Map<string, StoredResponse>();
  let characters = 0;
  const drop = (place: string): boolean => {
    const known = responses.get(place);
    if (known !== undefined) characters -= lengthOf(known);
    return responses.delete(place);
  };
  const add = (place: string, response: StoredResponse): void => {
    drop(place);
    responses.set(place, response);
    characters += lengthOf(response);
    for (const oldest of responses.keys()) {
      if (characters <= mostCharacters || oldest === place) break;
      drop(oldest);
    }
  };
  return {
    saveResponse: async (response) => {
      for (const [other, { expiresAt }] of responses) {
        if (expiresAt <= response.createdAt) drop(other);
      }
      add(placeOf(response.keyId, response.id), response);
    },
    replaceResponse: async (response, seenExpiry) => {
      const place = placeOf(response.keyId, response.id);
      const known = responses.get(place);
      const isKept = known !== undefined && known.expiresAt === (seenExpiry ?? known.expiresAt);
      if (isKept) add(place, response);
      return isKept;
    },
    findResponse: async (keyId, id) => responses.get(placeOf(keyId, id)),
    findResponsesByItem: async (keyId, itemIds) => {
      const wanted = new Set(itemIds);
      return [...responses.values()]
        .filter((response) => response.keyId === keyId)
        .filter((response) => response.itemIds.some((id) => wanted.has(id)))
        .sort((left, right) => right.createdAt - left.createdAt);
    },
    listPendingResponses: async (limit) =>
      [...responses.values()]
        .filter(({ pending }) => pending !== undefined)
        .sort((left, right) => left.createdAt - right.createdAt)
        .slice(0, limit)
        .map(({ keyId, id }) => ({ keyId, id })),
    sumConversations: async (keyId, now) => {
      const sum = { count: 0, length: 0 };
      for (const { conversationLength, ...response } of responses.values()) {
        if (response.keyId !== keyId || response.expiresAt <= now) continue;
        if (conversationLength === undefined) continue;
        sum.count += 1;
        sum.length += conversationLength;
      }
      return sum;
    },
    deleteResponse: async (keyId, id) => drop(placeOf(keyId, id)),
  };
}

function placeOf(keyId: string, id: string): string {
  return JSON.stringify([keyId, id]);
}

function lengthOf({ input, body }: StoredResponse): number {
  return input.length + body.length;
}
