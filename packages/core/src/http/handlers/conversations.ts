/** The endpoints of conversations, in which clients of the Responses dialect keep items without sending them again. */
import {
  addConversationItems,
  encodeConversation,
  encodeConversationDeletion,
  encodeConversationItem,
  GatewayError,
  listConversationItems,
  readConversationItems,
  readConversationMetadata,
  type Conversation,
  type ConversationItem,
  type JsonObject,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { readBody } from '../../pipeline/request/body.ts';
import { createExchangeId } from '../../pipeline/request/exchange-id.ts';
import {
  changeConversation,
  createConversation,
  requireConversation,
} from '../../pipeline/stored/conversations.ts';
import { conversationPrefix } from '../../pipeline/stored/stored-replies.ts';
import { parseBody } from '../../pipeline/request/parsed-request.ts';
import type { EndpointCall } from '../endpoint.ts';
import { readItemPage } from './item-page.ts';
import { serveCaller } from './serve-caller.ts';

/** `POST /v1/conversations`: with up to 20 items and metadata. */
export function openConversation(call: EndpointCall): Promise<Response | undefined> {
  const { gateway } = call;
  return serveCaller(call, async ({ key }) => {
    const json = await readJson(call, {});
    const seed = createSeed(gateway);
    const empty: Conversation = {
      id: conversationPrefix + seed,
      createdAt: Math.floor(gateway.clock.now() / 1_000),
      metadata: readConversationMetadata(json) ?? {},
      items: [],
    };
    const conversation = addConversationItems(empty, readConversationItems(json), seed);
    await createConversation(gateway, key.id, conversation);
    return encodeConversation(conversation);
  });
}

/** `GET /v1/conversations/{id}`. */
export function findConversation(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) =>
    encodeConversation(await requireConversation(gateway, { keyId: key.id, id })),
  );
}

/** `POST /v1/conversations/{id}`: replaces the metadata. */
export function updateConversation(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    const metadata = readConversationMetadata(await readJson(call));
    if (metadata === undefined) throw missing('metadata');
    const change = (conversation: Conversation) => ({ ...conversation, metadata });
    return encodeConversation(await changeConversation(gateway, { keyId: key.id, id }, change));
  });
}

/** `DELETE /v1/conversations/{id}`. */
export function deleteConversation(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    await requireConversation(gateway, { keyId: key.id, id });
    await gateway.store.deleteResponse(key.id, id);
    return encodeConversationDeletion(id);
  });
}

/** `GET /v1/conversations/{id}/items`: the newest first, unless `order=asc`. */
export function listItems(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }, { searchParams }) => {
    const { items } = await requireConversation(gateway, { keyId: key.id, id });
    return listConversationItems(items, readItemPage(searchParams));
  });
}

/** `POST /v1/conversations/{id}/items`: adds up to 20 items, and responds with them. */
export function addItems(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    const added = readConversationItems(await readJson(call));
    if (added.length === 0) throw missing('items');
    const seed = createSeed(gateway);
    const add = (conversation: Conversation) => addConversationItems(conversation, added, seed);
    const { items } = await changeConversation(gateway, { keyId: key.id, id }, add);
    const limit = added.length;
    const shown = items.slice(-limit);
    return listConversationItems(shown, { order: 'asc', limit });
  });
}

/** `GET /v1/conversations/{id}/items/{item}`. */
export function findItem(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    const named = { keyId: key.id, id: readConversation(call) };
    return encodeConversationItem(requireItem(await requireConversation(gateway, named), id));
  });
}

/** `DELETE /v1/conversations/{id}/items/{item}`: responds with the conversation. */
export function deleteItem(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, id } = call;
  return serveCaller(call, async ({ key }) => {
    const named = { keyId: key.id, id: readConversation(call) };
    const remove = (conversation: Conversation): Conversation => {
      const removed = requireItem(conversation, id);
      return { ...conversation, items: conversation.items.filter((item) => item !== removed) };
    };
    return encodeConversation(await changeConversation(gateway, named, remove));
  });
}

/** The conversation in the path of one of its items. */
function readConversation({ path }: EndpointCall): string {
  return path.split('/')[3] ?? '';
}

function requireItem({ items }: Conversation, id: string): ConversationItem {
  const found = items.find((item) => item.id === id);
  if (found !== undefined) return found;
  throw new GatewayError('not-found', 'There is no item with this id in the conversation.', {
    reason: 'item_not_found',
  });
}

/** @param empty what an empty body means; it is refused when absent */
async function readJson(
  { gateway, request }: EndpointCall,
  empty?: JsonObject,
): Promise<JsonObject> {
  // Bodies of model calls and these share the memory of the process.
  const holder = { bodyBytes: 0 };
  const count = (bytes: number): void => {
    gateway.bodies.take(holder, bytes);
  };
  try {
    const text = await readBody(gateway, request, { acceptsText: true, count });
    return empty !== undefined && text.trim() === '' ? empty : parseBody(text).json;
  } finally {
    gateway.bodies.free(holder);
  }
}

/** What makes ids unique: an exchange id without its prefix. */
function createSeed({ clock }: GatewayContext): string {
  return createExchangeId(clock.now()).slice('req_'.length);
}

function missing(param: string): GatewayError {
  return new GatewayError('invalid-request', `The field '${param}' is required.`, {
    reason: 'missing_required_parameter',
    param,
  });
}
