// Recognizes the chunks of most streams, which the schema would return as they are, for the stream decoder.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { ChunkInput } from '../reply/schema.ts';

/**
 * True if every field that the schema knows has the type that it expects, and no rare field is there. Asking the
 * schema takes several times as long and copies all objects.
 */
export function isPlainChunk(chunk: JsonObject): chunk is JsonObject & ChunkInput {
  const { id, model, service_tier: tier, choices, search_results: results, citations } = chunk;
  return (
    isText(id) &&
    isText(model) &&
    isText(tier) &&
    isAbsent(results) &&
    isAbsent(citations) &&
    Array.isArray(choices) &&
    choices.every(isPlainChoice)
  );
}

function isPlainChoice(choice: JsonValue): boolean {
  if (!isJsonObject(choice)) return false;
  const { index, message, delta, finish_reason: finish, stop_reason: stop, matched_stop } = choice;
  return (
    isIndex(index, mostChoices) &&
    isText(finish) &&
    isText(stop) &&
    isText(matched_stop) &&
    isAbsent(message) &&
    isJsonObject(delta) &&
    isPlainDelta(delta)
  );
}

const mostChoices = 127;

function isPlainDelta(delta: JsonObject): boolean {
  const { tool_calls: calls } = delta;
  return (
    isText(delta['content']) &&
    isText(delta['refusal']) &&
    isText(delta['reasoning_content']) &&
    isText(delta['reasoning']) &&
    isAbsent(delta['reasoning_details']) &&
    (isAbsent(calls) || (Array.isArray(calls) && calls.every(isPlainCall))) &&
    isAbsent(delta['function_call']) &&
    isAbsent(delta['annotations']) &&
    isAbsent(delta['images']) &&
    isAbsent(delta['audio'])
  );
}

function isPlainCall(call: JsonValue): boolean {
  if (!isJsonObject(call)) return false;
  const { index, id, type, function: named, custom, extra_content: extra } = call;
  const isNamed = isJsonObject(named) && isText(named['name']) && isText(named['arguments']);
  const isKnown = isText(id) && isText(type) && isIndex(index, Infinity);
  return isNamed && isKnown && isAbsent(custom) && isAbsent(extra);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || isAbsent(value);
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null;
}

function isIndex(value: JsonValue | undefined, most: number): boolean {
  if (typeof value !== 'number') return isAbsent(value);
  return Number.isSafeInteger(value) && value >= 0 && value <= most;
}
