// Unions that also accept unknown members, for the zod schemas of every dialect.
import * as z from 'zod/mini';
import { looseObject } from './schema.ts';

type Tagged = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }, z.core.$loose>;

/**
 * A union by `type` that stays open: known types are validated and unknown ones are accepted, because vendors
 * add types without a new API version.
 */
export function openUnion<const Options extends readonly [Tagged, ...Tagged[]]>(options: Options) {
  const known = new Set(options.flatMap((option) => [...option.shape.type.def.values]));
  // Aborting makes an invalid value of a known type report the error of its own branch, not of this one.
  const unknownType = z.string().check(z.refine((type) => !known.has(type), { abort: true }));
  const unknown = looseObject({ type: unknownType });
  return z.union([z.discriminatedUnion('type', options), unknown]);
}

/** True for one known type of an open union. */
export function isKind<Value extends { readonly type: string }, Kind extends string>(
  value: Value,
  kind: Kind,
): value is Extract<Value, { readonly type: Kind }> {
  return value.type === kind;
}
