// The values that the zod schemas of every dialect share: each is made once, since making one takes time at every start.
import * as z from 'zod/mini';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

// Bundlers leave out what is not used only of calls that are marked as pure, as zod's other functions are.

/** A JSON object that is accepted without validating its content. */
export const jsonObject = /* @__PURE__ */ z.custom<JsonObject>(isJsonObject, {
  error: 'must be an object',
});
export const jsonValue = /* @__PURE__ */ z.custom<JsonValue>(() => true);

/** Texts and booleans that may be absent or `null`. */
export const text = z.nullish(z.string());
export const flag = z.nullish(z.boolean());

/** A text of one character or more. */
export const nonEmpty = z.string().check(z.minLength(1));
