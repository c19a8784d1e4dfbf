/** Stores the conversations of clients of the Responses dialect, and adds replies to them. */
import {
  addConversationTurn,
  decodeConversation,
  encodeConversation,
  GatewayError,
  parseJson,
  readBackgroundState,
  writeJson,
  type Conversation,
  type ConversationTurn,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { StoredResponse } from '../../store/index.ts';
import { readReply } from './stored-replies.ts';
import { decryptResponse, encryptedLength, encryptResponse } from './response-encryption.ts';

/** Identifies a conversation. */
export interface ConversationId {
  readonly keyId: string;
  readonly id: string;
}

/** A conversation, and its row in the store. */
interface FoundConversation {
  readonly conversation: Conversation;
  readonly row: StoredResponse;
}

/** @throws GatewayError `not-found` when the key has no such conversation, or it has expired */
export async function requireConversation(
  gateway: GatewayContext,
  named: ConversationId,
): Promise<Conversation> {
  return (await requireFound(gateway, named)).conversation;
}

async function requireFound(
  gateway: GatewayContext,
  { keyId, id }: ConversationId,
): Promise<FoundConversation> {
  const row = await gateway.store.findResponse(keyId, id);
  const isValid = row !== undefined && row.expiresAt > gateway.clock.now();
  const plain = isValid ? await decryptResponse(gateway, row) : undefined;
  const conversation = plain && decodeConversation(parseJson(plain.body), parseJson(plain.input));
  if (row !== undefined && conversation !== undefined) return { conversation, row };
  throw new GatewayError('not-found', 'There is no conversation with this id.', {
    reason: 'conversation_not_found',
  });
}

/**
 * Stores a new conversation.
 * @throws GatewayError `too-large`; `invalid-request` when the key stores too much; errors of the store
 */
export async function createConversation(
  gateway: GatewayContext,
  keyId: string,
  conversation: Conversation,
): Promise<void> {
  const expiresAt = gateway.clock.now() + gateway.limits.keptResponseMs;
  const row = await encode(gateway, { keyId, expiresAt }, conversation);
  await requireSpace(gateway, row);
  await gateway.store.saveResponse(row);
}

/**
 * Requires that what a key adds keeps within `conversations` of the configuration. What several requests add at the same
 * time may exceed it once: to count exactly, each would have to wait for the others.
 * @param seen the row that is replaced; it may shrink or stay as it is, whatever the key stores
 */
async function requireSpace(
  gateway: GatewayContext,
  { keyId, conversationLength = 0 }: StoredResponse,
  seen?: StoredResponse,
): Promise<void> {
  const added = conversationLength - (seen?.conversationLength ?? 0);
  if (seen !== undefined && added <= 0) return;
  const most = gateway.snapshot().conversations;
  const sum = await gateway.store.sumConversations(keyId, gateway.clock.now());
  if (seen === undefined && sum.count >= most.count) throw limitExceeded(tooMany);
  if (sum.length + added > most.length) throw limitExceeded(tooLarge);
}

const tooMany =
  'This key stores as many conversations as it may. Delete some, or wait until some expire, thirty days after their ' +
  'last change.';
const tooLarge =
  'The conversations of this key take as much space as they may. Delete some, or wait until some expire, thirty days ' +
  'after their last change.';

function limitExceeded(message: string): GatewayError {
  return new GatewayError('invalid-request', message, { reason: 'conversation_limit_exceeded' });
}

/** How often a change is tried that others get ahead of; in each round, one of them succeeds. */
const mostTries = 100;

/** Identifies the conversation to change. */
export interface ChangedConversation extends ConversationId {
  /** True for what a model call has paid for, which is stored however much its key stores. */
  readonly isPaid?: true;
}

/**
 * Changes a conversation, which is then stored for another thirty days. What requests change at the same time is kept.
 * @param change may be called again with a newer conversation; nothing is stored when it returns what it got
 * @throws GatewayError as `requireConversation` does; `too-large`; `invalid-request` when the key stores too much;
 *   `overloaded` when others never stop changing it
 */
export async function changeConversation(
  gateway: GatewayContext,
  { keyId, id, isPaid }: ChangedConversation,
  change: (conversation: Conversation) => Conversation,
): Promise<Conversation> {
  for (let tries = 0; tries < mostTries; tries++) {
    const seen = await requireFound(gateway, { keyId, id });
    const conversation = change(seen.conversation);
    if (conversation === seen.conversation) return conversation;
    const { expiresAt: seenExpiry } = seen.row;
    const expiresAt = Math.max(gateway.clock.now() + gateway.limits.keptResponseMs, seenExpiry + 1);
    const row = await encode(gateway, { keyId, expiresAt }, conversation);
    if (isPaid !== true) await requireSpace(gateway, row, seen.row);
    if (await gateway.store.replaceResponse(row, seenExpiry)) return conversation;
  }
  const message = 'Other requests change this conversation at the same time.';
  throw new GatewayError('overloaded', message, { reason: 'conversation_busy', retryAfter: 1 });
}

async function encode(
  gateway: GatewayContext,
  place: Pick<StoredResponse, 'keyId' | 'expiresAt'>,
  conversation: Conversation,
): Promise<StoredResponse> {
  const { id, createdAt } = conversation;
  const input = writeJson(conversation.items);
  const body = writeJson(encodeConversation(conversation));
  const conversationLength = encryptedLength(gateway, input.length + body.length);
  if (conversationLength > gateway.limits.keptResponseLength) {
    throw new GatewayError('too-large', 'The conversation is too large to be stored.', {
      reason: 'conversation_too_large',
    });
  }
  const plain = { ...place, id, createdAt: createdAt * 1_000, input, body, itemIds: [] };
  return encryptResponse(gateway.cipher, { ...plain, conversationLength });
}

/** A conversation, the request that continues it, and what that adds before its reply. */
export interface ContinuedBy extends ConversationId, Pick<ConversationTurn, 'input'> {
  readonly requestId: string;
}

/**
 * Adds a request and its reply once, however often this is called; a reply that failed adds nothing. A failure, such as
 * that of a conversation that its client has deleted, is logged; never rejects.
 * @param text the end of the reply in the client's dialect: a whole body, or the last event of a stream
 */
export async function addReply(
  gateway: GatewayContext,
  { requestId, input, ...named }: ContinuedBy,
  text: string,
): Promise<void> {
  const response = readReply(text);
  if (response === undefined || readBackgroundState(response) !== 'answered') return;
  try {
    await changeConversation(gateway, { ...named, isPaid: true }, (conversation) =>
      addConversationTurn(conversation, { id: turnIdOf(requestId), input, response }),
    );
  } catch (cause) {
    const { code } = GatewayError.from(cause);
    const isExpected = code === 'not-found' || code === 'too-large';
    const fields = { conversation_id: named.id, request_id: requestId, cause };
    const message = 'A response could not be added to its conversation.';
    gateway.log(isExpected ? 'warn' : 'error', message, fields);
  }
}

/** A request id without its prefix. */
function turnIdOf(requestId: string): string {
  return requestId.replace(/^req_/, '');
}
