// The conversation after an answer, for gateways that continue a response by its id.
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { textAt } from '../../shared/json-fields.ts';

/*
 * What a gateway that keeps answers itself needs of this format, on the wire's own JSON, so that it
 * serves callers of any upstream. Where answers are kept, and for how long, is not said here.
 */

/** An answer with what it answered. */
export interface AnsweredRequest {
  /** The items of the request's input, each with an id. */
  readonly input: readonly JsonObject[];
  /** The reply as its caller got it. */
  readonly response: JsonObject;
}

/**
 * The form in which an answer is kept.
 * @param request the body that was answered
 * @param response the whole reply, whose `id` names the answer
 */
export function createAnsweredRequest(request: JsonObject, response: JsonObject): AnsweredRequest {
  const seed = textAt(response, 'id').replace(/^resp_/, '');
  const items = toItems(request['input']).filter(isJsonObject);
  // Apart from the names of the answer's own items, which stand in later lists beside these.
  const input = items.map((item, index) => nameItem(item, `in_${seed}_${index}`));
  return { input, response };
}

/**
 * Puts the conversation that a request continues in front of its input and takes the reference to it
 * away. Instructions of earlier requests are not part of it, as the vendor has it.
 * @param history the answers that led here, the oldest first
 */
export function prependHistory(body: JsonObject, history: readonly AnsweredRequest[]): JsonObject {
  const { previous_response_id: _, ...request } = body;
  const earlier = history.flatMap((answered) => [
    ...answered.input,
    ...outputItems(answered.response).filter(isUsable),
  ]);
  return { ...request, input: [...earlier, ...toItems(body['input'])] };
}

/** The items of a whole reply. */
export function outputItems(response: JsonObject): JsonObject[] {
  return toItems(response['output']).filter(isJsonObject);
}

/** The ids of the stored items that a request only refers to. */
export function referencedItems(body: JsonObject): string[] {
  return toItems(body['input'])
    .filter(isReference)
    .map((item) => textAt(item, 'id'));
}

/**
 * Puts stored items in the place of references to them; those that are not found stay, and reasoning
 * that nobody but its maker can read is left out.
 * @param found the items by their ids
 */
export function resolveReferences(
  body: JsonObject,
  found: ReadonlyMap<string, JsonObject>,
): JsonObject {
  const input = toItems(body['input']).flatMap((item) => {
    const stored = isReference(item) ? found.get(textAt(item, 'id')) : undefined;
    if (stored === undefined) return [item];
    return isUsable(stored) ? [stored] : [];
  });
  return { ...body, input };
}

/** What part of a list a caller asks for. */
export interface ItemListOptions {
  /** `desc`, the last item first by default. */
  readonly order?: 'asc' | 'desc';
  /** The id of the item behind which the list begins. */
  readonly after?: string;
  /** The most items, 1 to 100; 20 by default. */
  readonly limit?: number;
}

/** The answer to `GET /v1/responses/{id}/input_items`. */
export function listInputItems(
  answered: AnsweredRequest,
  options: ItemListOptions = {},
): JsonObject {
  const { order = 'desc', after, limit = 20 } = options;
  const items = order === 'desc' ? answered.input.toReversed() : [...answered.input];
  const from = after === undefined ? 0 : items.findIndex((item) => item['id'] === after) + 1;
  const data = items.slice(from, from + limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: from + data.length < items.length,
  };
}

/** The answer to `DELETE /v1/responses/{id}`. */
export function encodeDeletion(id: string): JsonObject {
  return { id, object: 'response', deleted: true };
}

/** The input as a list: a plain string is one user message. */
function toItems(input: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== 'string' || input === '') return [];
  const content = [{ type: 'input_text', text: input }];
  return [{ type: 'message', role: 'user', content }];
}

const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
};

/** Lists name every item by its id and type, which clients may leave out. */
function nameItem(item: JsonObject, tail: string): JsonObject {
  const isMessage = (item['type'] ?? null) === null && 'role' in item;
  const type = isMessage ? 'message' : textAt(item, 'type');
  const prefix = Object.hasOwn(prefixes, type) ? prefixes[type] : 'item';
  return {
    ...item,
    ...(type !== '' && { type }),
    id: textAt(item, 'id') || `${prefix ?? 'item'}_${tail}`,
  };
}

function isReference(item: JsonValue): item is JsonObject {
  if (!isJsonObject(item)) return false;
  const type = item['type'] ?? null;
  const isBare = type === null && !('role' in item);
  return (type === 'item_reference' || isBare) && textAt(item, 'id') !== '';
}

/** Reasoning without its state means nothing to anybody but its maker. */
function isUsable(item: JsonObject): boolean {
  return item['type'] !== 'reasoning' || textAt(item, 'encrypted_content') !== '';
}
