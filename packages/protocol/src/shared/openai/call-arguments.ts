// Reads tool call arguments, which some servers send as an object instead of text. For OpenAI's formats.
import { writeJson } from '../../json/exact-number.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';

/** Arguments as raw JSON text: absent and blank arguments mean none, an object is serialized. */
export function readArguments(value: string | JsonObject | null | undefined): string {
  if (isJsonObject(value)) return writeJson(value);
  return value === null || value === undefined || value.trim() === '' ? '{}' : value;
}
