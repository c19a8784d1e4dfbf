// Items of requests and responses of this format, as lists show them and as later requests repeat them.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { textAt } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';

/** The input as a list: a string is one user message. */
export function toItems(input: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== 'string' || input === '') return [];
  const content = [{ type: 'input_text', text: input }];
  return [{ type: 'message', role: 'user', content }];
}

/** The input items of a request. */
export function inputItems(request: JsonObject): JsonObject[] {
  return toItems(request['input']).filter(isJsonObject);
}

/** The output items of a whole response. */
export function outputItems(response: JsonObject): JsonObject[] {
  return toItems(response['output']).filter(isJsonObject);
}

/** The query of a list of items. */
export interface ItemListOptions {
  /** `desc` by default: the last item first. */
  readonly order?: 'asc' | 'desc';
  /** The id of the item after which the list starts. */
  readonly after?: string;
  /** Maximum number of items, 1 to 100; 20 by default. */
  readonly limit?: number;
}

/** One page of items, which are given oldest first. */
export function pageItems(items: readonly JsonObject[], options: ItemListOptions = {}): JsonObject {
  const { order = 'desc', after, limit = 20 } = options;
  const ordered = order === 'desc' ? items.toReversed() : items;
  const from = after === undefined ? 0 : ordered.findIndex((item) => item['id'] === after) + 1;
  const data = ordered.slice(from, from + limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: from + data.length < ordered.length,
  };
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
export function completeItem(item: JsonObject, tail: string): JsonObject {
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

/** The items of a request as lists show them. @param responseId of the response to the request */
export function completeInput(items: readonly JsonObject[], responseId: string): JsonObject[] {
  const seed = responseId.replace(/^resp_/, '');
  // Distinct from the ids of the response's items, which follow these in later lists.
  return items.map((item, index) => completeItem(item, `in_${seed}_${index}`));
}

function listParts({ role, content = null }: JsonObject): JsonValue {
  if (typeof content !== 'string') return content;
  return role === 'assistant'
    ? [{ type: 'output_text', text: content, annotations: [] }]
    : [{ type: 'input_text', text: content }];
}

/** An item of a response's output, and what a later request repeats of it: the item, or nothing. */
export interface RepeatedItem {
  readonly id: string;
  readonly item: JsonObject;
  readonly repeated: readonly JsonObject[];
}

/** The vendor stores its items, and refuses the id of one that is sent without the reasoning before it. */
export function repeatOutput(response: JsonObject): RepeatedItem[] {
  const items = outputItems(response);
  const repeat = items.some(isHidden) ? withoutId : (item: JsonObject) => item;
  return items.map((item) => ({
    id: textAt(item, 'id'),
    item,
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

export function withoutId(item: JsonObject): JsonObject {
  const { id: _, ...rest } = item;
  return typesWithoutId.has(textAt(item, 'type')) ? rest : item;
}

/** True for an item that names a stored one. */
export function isReference(item: JsonValue): item is JsonObject {
  if (!isJsonObject(item)) return false;
  const type = item['type'] ?? null;
  const isBare = type === null && !('role' in item);
  return (type === 'item_reference' || isBare) && textAt(item, 'id') !== '';
}
