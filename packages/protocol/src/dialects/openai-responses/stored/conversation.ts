// Conversations that a gateway keeps for its clients, in the JSON of OpenAI's Conversations API.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { textAt } from '../../../shared/json-fields.ts';
import {
  completeItem,
  isReference,
  pageItems,
  repeatOutput,
  toItems,
  withoutId,
  type ItemListOptions,
  type RepeatedItem,
} from './response-items.ts';

/** An item of a conversation, as it was sent or received. */
export interface ConversationItem {
  /** The id by which clients know it; the item itself has another one or none where it could not keep its own. */
  readonly id: string;
  readonly item: JsonObject;
  /** What later requests repeat of it, unless all of it. */
  readonly repeats?: 'without-id' | 'nothing';
  /** The turn that it belongs to; absent where the client added it. */
  readonly turnId?: string;
}

/** A conversation, to which each response of its client adds the input of the request and its own output. */
export interface Conversation {
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly metadata: JsonObject;
  /** The oldest first. */
  readonly items: readonly ConversationItem[];
}

/** The conversation object of the API. */
export function encodeConversation({ id, createdAt, metadata }: Conversation): JsonObject {
  return { id, object: 'conversation', created_at: createdAt, metadata };
}

/**
 * Reads a conversation that was stored as the object of the API and the list of its items; `undefined` when the object
 * is none.
 */
export function decodeConversation(
  object: JsonValue | undefined,
  items: JsonValue | undefined,
): Conversation | undefined {
  if (!isJsonObject(object) || object['object'] !== 'conversation') return undefined;
  const { created_at: createdAt, metadata = null } = object;
  return {
    id: textAt(object, 'id'),
    createdAt: typeof createdAt === 'number' ? createdAt : 0,
    metadata: isJsonObject(metadata) ? metadata : {},
    // Written by this module, in this version or an earlier one.
    items: (Array.isArray(items) ? items : []) as unknown as readonly ConversationItem[],
  };
}

/** The response to `DELETE /v1/conversations/{id}`. */
export function encodeConversationDeletion(id: string): JsonObject {
  return { id, object: 'conversation.deleted', deleted: true };
}

/** An item as the API shows it. */
export function encodeConversationItem({ id, item }: ConversationItem): JsonObject {
  return completeItem({ ...item, id }, '');
}

/** The response to `GET /v1/conversations/{id}/items`. */
export function listConversationItems(
  items: readonly ConversationItem[],
  options?: ItemListOptions,
): JsonObject {
  return pageItems(items.map(encodeConversationItem), options);
}

/**
 * Adds items of a client.
 * @param seed makes the ids of items without one; unique to the request
 */
export function addConversationItems(
  conversation: Conversation,
  items: readonly JsonObject[],
  seed: string,
): Conversation {
  const added = items.map((item) => ({ item }));
  return {
    ...conversation,
    items: [...conversation.items, ...identify(conversation, added, seed)],
  };
}

/** A request that continued a conversation, without what was said before, and its response. */
export interface ConversationTurn {
  /** Unique to the request; letters and digits. */
  readonly id: string;
  readonly input: readonly JsonObject[];
  readonly response: JsonObject;
}

/** Adds a request and its response. The same conversation is returned if it has them already. */
export function addConversationTurn(
  conversation: Conversation,
  { id: turnId, input, response }: ConversationTurn,
): Conversation {
  const { items } = conversation;
  if (items.some((each) => each.turnId === turnId)) return conversation;
  const said = input.filter((item) => !isReference(item));
  const added = [...said.map((item) => ({ item })), ...repeatOutput(response).map(toAdded)];
  const identified = identify(conversation, added, turnId).map((each) => ({ ...each, turnId }));
  return { ...conversation, items: [...items, ...identified] };
}

function toAdded({ item, repeated: [repeated] }: RepeatedItem): Omit<ConversationItem, 'id'> {
  if (repeated === undefined) return { item, repeats: 'nothing' };
  return repeated === item ? { item } : { item, repeats: 'without-id' };
}

/** Items keep their ids, unless the conversation has an item with the same one. */
function identify(
  { items }: Conversation,
  added: readonly Omit<ConversationItem, 'id'>[],
  seed: string,
): readonly ConversationItem[] {
  const taken = new Set(items.map(({ id }) => id));
  return added.map((each, index) => {
    const own = textAt(each.item, 'id');
    const { id: _, ...bare } = each.item;
    const id = own === '' || taken.has(own) ? completedId(bare, `${seed}_${index}`) : own;
    taken.add(id);
    return { ...each, id };
  });
}

function completedId(item: JsonObject, tail: string): string {
  return textAt(completeItem(item, tail), 'id');
}

/** Inserts a conversation before the input of a request that continues it, and removes the reference to it. */
export function continueConversation(body: JsonObject, { items }: Conversation): JsonObject {
  const { conversation: _, ...request } = body;
  return { ...request, input: [...items.flatMap(repeatItem), ...toItems(body['input'])] };
}

function repeatItem({ item, repeats }: ConversationItem): readonly JsonObject[] {
  if (repeats === 'nothing') return [];
  return [repeats === undefined ? item : withoutId(item)];
}

/** Quotes within JSON strings are escaped, so these match only the fields themselves. */
const unsaid = /(?<!\\)"conversation":\s*null/g;
const precedingField = /(?<!\\)"previous_response_id":\s*null/g;

/** Returns a function that writes the id of the conversation into the text of a reply, whose upstream has none. */
export function createConversationMarker(id: string): (text: string) => string {
  const field = `"conversation":${JSON.stringify({ id })}`;
  return (text) => {
    const marked = text.replace(unsaid, () => field);
    return marked === text
      ? text.replace(precedingField, (preceding) => `${preceding},${field}`)
      : marked;
  };
}
