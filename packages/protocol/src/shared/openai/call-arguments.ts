// Arguments of calls, which some servers send as an object instead of text.
import { writeJson } from '../../json/exact-number.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';

/** Arguments as raw JSON text: nothing and white space mean no arguments, an object is printed. */
export function readArguments(value: string | JsonObject | null | undefined): string {
  if (isJsonObject(value)) return writeJson(value);
  return value === null || value === undefined || value.trim() === '' ? '{}' : value;
}
