/** The stored responses of the memory store. */
import type { ResponseStore, ResponseSum, StoredResponse } from '../store/index.ts';

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
      return ofKey(responses.values(), keyId)
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
      const own = ofKey(responses.values(), keyId).filter(({ expiresAt }) => expiresAt > now);
      const lengths = own.flatMap(({ conversationLength }) => conversationLength ?? []);
      return { count: lengths.length, length: lengths.reduce((sum, length) => sum + length, 0) };
    },
    trimResponses: async (keyId, most) => {
      const excess = findExcess(ofKey(responses.values(), keyId), most);
      for (const { id } of excess) drop(placeOf(keyId, id));
      return excess.length;
    },
    deleteResponse: async (keyId, id) => drop(placeOf(keyId, id)),
  };
}

function ofKey(responses: Iterable<StoredResponse>, keyId: string): readonly StoredResponse[] {
  return [...responses].filter((response) => response.keyId === keyId);
}

/** The responses beyond a limit, which are the oldest. */
function findExcess(
  responses: readonly StoredResponse[],
  most: ResponseSum,
): readonly StoredResponse[] {
  const sum = { count: 0, length: 0 };
  return responses
    .filter(({ responseLength }) => responseLength !== undefined)
    .sort((left, right) => right.createdAt - left.createdAt)
    .filter(({ responseLength = 0 }) => {
      sum.count += 1;
      sum.length += responseLength;
      return sum.count > most.count || sum.length > most.length;
    });
}

function placeOf(keyId: string, id: string): string {
  return JSON.stringify([keyId, id]);
}

function lengthOf({ input, body }: StoredResponse): number {
  return input.length + body.length;
}
