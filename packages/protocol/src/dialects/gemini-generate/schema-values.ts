// Values that the zod schemas of generateContent share.
import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';

/*
 * Values as Google's JSON reader takes them: `null` means absent, numbers may be text, and a single
 * value stands for a list of one.
 */

/** A JSON object that is taken over whole, without looking inside. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, { error: 'must be an object' });
export const jsonValue = z.custom<JsonValue>(() => true);

export const text = z.string().nullish();
export const flag = z.boolean().nullish();

function fromText(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}

/** A number with its limits, or its text. */
export function number(schema: z.ZodNumber) {
  return z.preprocess(fromText, schema.nullish());
}

/** A lone object stands for a list of one. */
export function fromSingle(value: unknown): unknown {
  return isJsonObject(value) ? [value] : value;
}

/** A list of objects, or one of them. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(fromSingle, z.array(item).nullish());
}
