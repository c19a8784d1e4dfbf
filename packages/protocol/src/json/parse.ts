// Parses the JSON of requests, replies and events. Used by gateways and all codecs.
import { mayHoldExactNumber } from './exact-number.ts';
import { readExactly } from './exact-reader.ts';
import type { JsonValue } from './value.ts';

/**
 * Parses the JSON text of a request, a reply or an event. Returns `undefined` instead of throwing, because
 * JSON itself has no `undefined`. In tool arguments, results and schemas, numbers that a double would change
 * become an `ExactNumber`.
 */
export function parseJson(text: string): JsonValue | undefined {
  return parse(text, false);
}

/** Like `parseJson`, for text that is itself the arguments or the result of a tool. */
export function parseToolJson(text: string): JsonValue | undefined {
  return parse(text, true);
}

function parse(text: string, isTool: boolean): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return mayHoldExactNumber(text) ? readExactly(text, isTool) : value;
  } catch {
    return undefined;
  }
}
