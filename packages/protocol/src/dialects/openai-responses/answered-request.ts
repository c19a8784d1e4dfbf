// Conversations of stored responses, for gateways that continue a response by its id.
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { textAt } from '../../shared/json-fields.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';

/*
 * Functions for a gateway that stores responses itself. They work on the JSON of this format, so that they
 * serve clients of any upstream. The gateway decides where responses are stored, and for how long.
 */

/** A request and its response. */
export interface AnsweredRequest {
  /** The input items of the request as they were sent to the upstream; some have no id. */
  readonly input: readonly JsonObject[];
  /** The response as the client received it. */
  readonly response: JsonObject;
}

/**
 * Creates the form in which a gateway stores a response.
 * @param request the body of the request
 * @param response the whole response, identified by its `id`
 */
export function createAnsweredRequest(request: JsonObject, response: JsonObject): AnsweredRequest {
  return { input: toItems(request['input']).filter(isJsonObject), response };
}

/**
 * Inserts the conversation that a request continues before its input, and removes the reference to it.
 * Instructions of earlier requests are not included, as at the vendor. Reasoning without state is left out,
 * and with it the ids that need it.
 * @param history the preceding responses, oldest first
 */
export function prependHistory(body: JsonObject, history: readonly AnsweredRequest[]): JsonObject {
  const { previous_response_id: _, ...request } = body;
  const earlier = history.flatMap((answered) => [
    ...answered.input,
    ...repeatOutput(answered.response).flatMap(({ repeated }) => repeated),
  ]);
  return { ...request, input: [...earlier, ...toItems(body['input'])] };
}

/** The output items of a whole response. */
export function outputItems(response: JsonObject): JsonObject[] {
  return toItems(response['output']).filter(isJsonObject);
}

/** The ids of the stored items that a request references. */
export function referencedItems(body: JsonObject): string[] {
  return toItems(body['input'])
    .filter(isReference)
    .map((item) => textAt(item, 'id'));
}

/**
 * Replaces references by items of stored responses, which are repeated as in `prependHistory`. References that
 * are not found are kept.
 * @param found the responses that contain the items; of several items with one id, the last is taken
 */
export function resolveReferences(body: JsonObject, found: readonly AnsweredRequest[]): JsonObject {
  const stored = new Map(
    found.flatMap(({ response }) => repeatOutput(response)).map((item) => [item.id, item.repeated]),
  );
  const input = toItems(body['input']).flatMap((item): readonly JsonValue[] => {
    const repeated = isReference(item) ? stored.get(textAt(item, 'id')) : undefined;
    return repeated ?? [item];
  });
  return { ...body, input };
}

/** The query of a list of input items. */
export interface ItemListOptions {
  /** `desc` by default: the last item first. */
  readonly order?: 'asc' | 'desc';
  /** The id of the item after which the list starts. */
  readonly after?: string;
  /** Maximum number of items, 1 to 100; 20 by default. */
  readonly limit?: number;
}

/** The response to `GET /v1/responses/{id}/input_items`. */
export function listInputItems(
  answered: AnsweredRequest,
  options: ItemListOptions = {},
): JsonObject {
  const { order = 'desc', after, limit = 20 } = options;
  const seed = textAt(answered.response, 'id').replace(/^resp_/, '');
  // Distinct from the ids of the response's items, which follow these in later lists.
  const items = answered.input.map((item, index) => completeItem(item, `in_${seed}_${index}`));
  if (order === 'desc') items.reverse();
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

/** The response to `DELETE /v1/responses/{id}`. */
export function encodeDeletion(id: string): JsonObject {
  return { id, object: 'response', deleted: true };
}

/** The input as a list: a string is one user message. */
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

/** The items that have a status in lists, and may omit it in requests (`openai` 7.55.0 `ResponseItem`). */
const typesWithStatus: ReadonlySet<string> = new Set([
  ...['message', 'function_call', 'function_call_output', 'custom_tool_call'],
  ...['custom_tool_call_output', 'computer_call_output', 'shell_call', 'shell_call_output'],
  ...['tool_search_call', 'tool_search_output'],
]);

/** Lists state the id, type and status of every item, and the parts of every message; clients may omit them. */
function completeItem(item: JsonObject, tail: string): JsonObject {
  const isMessage = (item['type'] ?? null) === null && 'role' in item;
  const type = isMessage ? 'message' : textAt(item, 'type');
  const prefix = Object.hasOwn(prefixes, type) ? prefixes[type] : 'item';
  return {
    ...item,
    ...omitUndefined({ type: type || undefined }),
    id: textAt(item, 'id') || `${prefix ?? 'item'}_${tail}`,
    ...(type === 'message' && { content: listParts(item) }),
    ...(typesWithStatus.has(type) && { status: item['status'] ?? 'completed' }),
  };
}

function listParts({ role, content = null }: JsonObject): JsonValue {
  if (typeof content !== 'string') return content;
  return role === 'assistant'
    ? [{ type: 'output_text', text: content, annotations: [] }]
    : [{ type: 'input_text', text: content }];
}

function isReference(item: JsonValue): item is JsonObject {
  if (!isJsonObject(item)) return false;
  const type = item['type'] ?? null;
  const isBare = type === null && !('role' in item);
  return (type === 'item_reference' || isBare) && textAt(item, 'id') !== '';
}

/** An item of a response's output, and what a later request repeats of it: the item, or nothing. */
interface RepeatedItem {
  readonly id: string;
  readonly repeated: readonly JsonObject[];
}

/** The vendor stores its items, and refuses the id of one that is sent without the reasoning before it. */
function repeatOutput(response: JsonObject): RepeatedItem[] {
  const items = outputItems(response);
  const repeat = items.some(isHidden) ? withoutId : (item: JsonObject) => item;
  return items.map((item) => ({
    id: textAt(item, 'id'),
    repeated: isUsable(item) ? [repeat(item)] : [],
  }));
}

/** Reasoning without its state has a meaning only to its vendor. */
function isUsable(item: JsonObject): boolean {
  return item['type'] !== 'reasoning' || textAt(item, 'encrypted_content') !== '';
}

/**
 * Reasoning that the vendor keeps to itself. Servers that show it do not need it again; some of them, such as
 * vLLM, require the ids of messages.
 */
function isHidden(item: JsonObject): boolean {
  const { content } = item;
  return !isUsable(item) && !(Array.isArray(content) && content.length > 0);
}

/**
 * The types whose id is optional in requests (`openai` 7.55.0 `ResponseInputItem`), and two that Codex sends
 * without one. The ids of others are required, and some are referred to by later items.
 */
const typesWithoutId: ReadonlySet<string> = new Set([
  ...['message', 'function_call', 'custom_tool_call', 'shell_call', 'apply_patch_call'],
  ...['tool_search_call', 'reasoning', 'web_search_call'],
]);

function withoutId(item: JsonObject): JsonObject {
  const { id: _, ...rest } = item;
  return typesWithoutId.has(textAt(item, 'type')) ? rest : item;
}
