// Accepts function tools without a type, for the zod schemas of OpenAI's formats.
import { isJsonObject } from '../../json/value.ts';

/**
 * Clients of Mistral and Hugging Face omit the `type` of functions. Adds it to an object whose fields
 * identify it as a function; `type: null` is invalid and left as is.
 * @param fields fields that all functions and nothing else have
 */
export function functionShownBy(...fields: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    if (!isJsonObject(value) || value['type'] !== undefined) return value;
    return fields.every((field) => field in value) ? { ...value, type: 'function' } : value;
  };
}
