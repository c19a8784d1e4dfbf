// Reads the vectors and the dimensions of embeddings, for the dialects that have them.
import { GatewayError } from '../canonical/error.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';

/** A list of numbers; `undefined` for anything else. */
export function readVector(value: JsonValue | undefined): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.filter((each) => typeof each === 'number');
  return numbers.length === value.length ? numbers : undefined;
}

/**
 * The length of vectors that a request asks for.
 * @throws GatewayError `invalid-request` when it is not a whole number of at least 1
 */
export function readDimensions(body: JsonObject, field: string): number | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new GatewayError(
    'invalid-request',
    'The dimensions must be a whole number of at least 1.',
    {
      reason: 'invalid_value',
      param: field,
    },
  );
}
