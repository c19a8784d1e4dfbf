// Reads the requests of OpenAI's Conversations API, and the conversation that a Responses request continues.
import { GatewayError } from '../../../canonical/error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { isReference } from './response-items.ts';

/** The limits of the vendor (`openai` 7.55.0, `ConversationCreateParams`, `ItemCreateParams`). */
const mostItems = 20;
const mostPairs = 16;
const longestName = 64;
const longestValue = 512;

/**
 * The id of the conversation that a request continues; `undefined` when there is none.
 * @throws GatewayError `invalid-request` when it is not an id, or when the request continues a response as well
 */
export function readConversationId(body: JsonObject): string | undefined {
  const { conversation = null, previous_response_id: previous = null } = body;
  if (conversation === null) return undefined;
  const id = isJsonObject(conversation) ? conversation['id'] : conversation;
  if (typeof id !== 'string' || id === '') throw invalid('conversation', 'must be an id');
  if (previous === null) return id;
  const message = "Only one of 'previous_response_id' and 'conversation' can be given.";
  throw new GatewayError('invalid-request', message, {
    reason: 'mutually_exclusive_parameters',
    param: 'conversation',
  });
}

/**
 * The items to add to a conversation; empty when the field is absent or null.
 * @throws GatewayError `invalid-request` when they are no list of at most 20 items
 */
export function readConversationItems({ items = null }: JsonObject): readonly JsonObject[] {
  if (items === null) return [];
  if (!Array.isArray(items)) throw invalid('items', 'must be a list');
  if (items.length > mostItems) throw invalid('items', `must have at most ${mostItems} entries`);
  return items.map((item, index) => {
    const isNamed = isJsonObject(item) && (isText(item['type']) || isText(item['role']));
    if (isNamed && !isReference(item)) return item;
    throw invalid(`items[${index}]`, 'must be an item');
  });
}

/**
 * The metadata of a conversation; empty when the field is null, `undefined` when it is absent.
 * @throws GatewayError `invalid-request` when it is not an object of at most 16 short texts
 */
export function readConversationMetadata({ metadata }: JsonObject): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  if (metadata === null) return {};
  if (!isJsonObject(metadata)) throw invalid('metadata', 'must be an object');
  const pairs = Object.entries(metadata);
  if (pairs.length > mostPairs) throw invalid('metadata', `must have at most ${mostPairs} fields`);
  for (const [name, value] of pairs) checkPair(name, value);
  return metadata;
}

function checkPair(name: string, value: JsonValue | undefined): void {
  if (name.length > longestName) {
    throw invalid('metadata', `must have names of at most ${longestName} characters`);
  }
  if (typeof value === 'string' && value.length <= longestValue) return;
  throw invalid('metadata', `must have texts of at most ${longestValue} characters`);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

function invalid(param: string, fault: string): GatewayError {
  return new GatewayError('invalid-request', `The field '${param}' ${fault}.`, {
    reason: 'invalid_value',
    param,
  });
}
