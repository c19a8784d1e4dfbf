// The kinds of schema that dialects need besides those of `zod/mini`, which is a third of the size of `zod`.
import * as z from 'zod/mini';

/** An object with any names, whose values all match one schema. `z.record` does the same in more code. */
export function recordOf<Value extends z.ZodMiniType>(value: Value) {
  return z.catchall(z.object({}), value);
}

/** A whole number that a double represents exactly. `z.int` does the same in more code. */
export function wholeNumber(minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) {
  const isWhole = z.refine(Number.isInteger, { error: 'must be a whole number', abort: true });
  return z.number().check(isWhole, z.minimum(minimum), z.maximum(maximum));
}

/**
 * Treats a field of the wrong type as absent, so that one invalid field does not invalidate the whole reply.
 */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  const innerType = z.nullish(schema);
  // `z.catch` does the same, but adds all of zod's helpers to a bundle.
  const catching = new z.ZodMiniCatch({ type: 'catch', innerType, catchValue: () => undefined });
  return catching as z.ZodMiniCatch<typeof innerType>;
}

/** A list whose invalid elements are treated as absent, so that the others are kept. */
export function lenientList<Schema extends z.ZodMiniType>(schema: Schema) {
  type Element = z.output<Schema> | null | undefined;
  const isGiven = (element: Element): element is z.output<Schema> =>
    element !== null && element !== undefined;
  // A list that is valid as it is stays itself, which parsers recognize.
  const keepGiven = z.transform((list: Element[]) => {
    return list.every(isGiven) ? list : list.filter(isGiven);
  });
  return lenient(z.pipe(z.array(lenient(schema)), keepGiven));
}

type Tagged = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }, z.core.$loose>;

/**
 * A union by `type` that stays open: known types are validated and unknown ones are accepted, because vendors
 * add types without a new API version.
 */
export function openUnion<const Options extends readonly [Tagged, ...Tagged[]]>(options: Options) {
  const known = new Set(options.flatMap((option) => [...option.shape.type.def.values]));
  // Aborting makes an invalid value of a known type report the error of its own branch, not of this one.
  const unknownType = z.string().check(z.refine((type) => !known.has(type), { abort: true }));
  const unknown = z.looseObject({ type: unknownType });
  return z.union([z.discriminatedUnion('type', options), unknown]);
}

/** True for one known type of an open union. */
export function isKind<Value extends { readonly type: string }, Kind extends string>(
  value: Value,
  kind: Kind,
): value is Extract<Value, { readonly type: Kind }> {
  return value.type === kind;
}
