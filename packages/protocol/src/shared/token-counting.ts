// Requests and responses of counting endpoints that several dialects name alike, for their token counting.
import { tokenCount } from '../canonical/usage.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** The request of which tokens are counted: the fields that the count depends on. */
export function pickCounted(
  body: JsonObject,
  model: string,
  fields: readonly string[],
): JsonObject {
  const counted: JsonObject = { model };
  for (const field of fields) if (body[field] !== undefined) counted[field] = body[field];
  return counted;
}

/** The count in a response; `undefined` if it states none. */
export function readCount(body: JsonValue | undefined, field: string): number | undefined {
  const count = isJsonObject(body) ? body[field] : undefined;
  return typeof count === 'number' ? tokenCount(count) : undefined;
}
