// The values that the zod schemas of every dialect share: each is made once, since making one takes time at every start.
import * as z from 'zod/mini';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

// A bundler drops an unused value only if the call that makes it is marked as pure. Zod marks its other functions itself.

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
