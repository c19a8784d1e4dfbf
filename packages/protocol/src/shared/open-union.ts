// Unions that also take what no schema knows, for the zod schemas of every dialect.
import * as z from 'zod/mini';
import { looseObject } from './schema.ts';

type Tagged = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }, z.core.$loose>;

/**
 * A union by `type` that stays open: known kinds are checked, unknown ones pass, because the vendor
 * adds kinds without a new version.
 */
export function openUnion<const Options extends readonly [Tagged, ...Tagged[]]>(options: Options) {
  const known = new Set(options.flatMap((option) => [...option.shape.type.def.values]));
  // Aborting makes a broken known kind be told by its own branch, not by this one.
  const unknownType = z.string().check(z.refine((type) => !known.has(type), { abort: true }));
  const unknown = looseObject({ type: unknownType });
  return z.union([z.discriminatedUnion('type', options), unknown]);
}

/** Distinguishes one known kind of an open union from all others. */
export function isKind<Value extends { readonly type: string }, Kind extends string>(
  value: Value,
  kind: Kind,
): value is Extract<Value, { readonly type: Kind }> {
  return value.type === kind;
}
