// Tools without a type that can only be functions, for the zod schemas of the formats of OpenAI.
import { isJsonObject } from '../../json/value.ts';

/**
 * Clients of Mistral and Hugging Face leave `type` out of functions. This gives it to an object
 * whose fields show what it is; one that says `type: null` says something wrong.
 * @param fields all of which a function has, and nothing else
 */
export function functionShownBy(...fields: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    if (!isJsonObject(value) || value['type'] !== undefined) return value;
    return fields.every((field) => field in value) ? { ...value, type: 'function' } : value;
  };
}
