// Values that the zod schemas of generateContent share.
import * as z from 'zod/mini';
import { isJsonObject } from '../../json/value.ts';

/*
 * Values as Google's JSON parser accepts them: `null` means absent, numbers may be strings, and a single
 * value may replace a list with one item.
 */

function fromText(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}

/** A number with its limits, or its text. */
export function number(schema: z.ZodMiniNumber) {
  return z.pipe(z.transform(fromText), z.nullish(schema));
}

/** A single object is accepted as a list with one item. */
export function fromSingle(value: unknown): unknown {
  return isJsonObject(value) ? [value] : value;
}

/** A list of objects, or a single one. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(z.transform(fromSingle), z.nullish(z.array(item)));
}
