// Parses the JSON of requests, replies and events.
import { mayHoldExactNumber } from './exact-number.ts';
import { readExactly } from './exact-reader.ts';
import type { JsonValue } from './value.ts';

/**
 * Parses the JSON text of a request, an answer or an event. Gives `undefined` instead of throwing,
 * because JSON itself has no `undefined`. In arguments, results and schemas of tools, numbers that a
 * double would change are an `ExactNumber`.
 */
export function parseJson(text: string): JsonValue | undefined {
  return parse(text, false);
}

/** The same for text that is itself the arguments or the result of a tool. */
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
