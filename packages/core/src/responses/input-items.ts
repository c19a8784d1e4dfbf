import { isJsonObject, type JsonObject, type JsonValue } from '@parley/protocol';

/** The `input` of a Responses request as a list: a plain string is one user message. */
export function toInputItems(input: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(input)) return input;
  return typeof input === 'string' ? [{ role: 'user', content: input }] : [];
}

/**
 * What of an answer goes into the input of the request that continues it. Reasoning that its maker
 * kept to itself has no meaning without it and is left out.
 */
export function toHistoryItems(body: JsonValue | undefined): readonly JsonValue[] {
  const output = isJsonObject(body) && Array.isArray(body['output']) ? body['output'] : [];
  return output.filter((item) => {
    const isReasoning = isJsonObject(item) && item['type'] === 'reasoning';
    return !isReasoning || typeof item['encrypted_content'] === 'string';
  });
}

/** Items as `GET /v1/responses/{id}/input_items` lists them: each with an id and a type. */
export function toListedItems(items: readonly JsonValue[], responseId: string): JsonObject[] {
  return items.filter(isJsonObject).map((item, index) => ({
    id: `item_${responseId}_${String(index)}`,
    type: 'message',
    ...item,
    ...(typeof item['content'] === 'string' && { content: toContentParts(item) }),
  }));
}

function toContentParts({ role, content }: JsonObject): JsonValue {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return [{ type, text: content ?? '', ...(type === 'output_text' && { annotations: [] }) }];
}
