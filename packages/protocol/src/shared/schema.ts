// The kinds of schema that dialects need besides those of `zod/mini`, which is a third of the size of `zod`.
import { $constructor } from 'zod/v4/core';
import * as z from 'zod/mini';
import { ZodMiniType } from 'zod/mini';
import { isJsonObject } from '../json/value.ts';

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

/** What a schema made by `closedUnion` or `openUnion` consists of. */
export interface TaggedUnionDef extends z.core.$ZodTypeDef {
  readonly type: 'union';
  /** The field that tells the options apart. */
  readonly tag: string;
  /** By the value of the tag. */
  readonly options: ReadonlyMap<unknown, z.core.$ZodType>;
  /** For every value that none of the options is for. */
  readonly others: z.core.$ZodType;
}

/** Only the option that the tag names is run, so its errors are those of the union. */
const TaggedUnion = $constructor<z.ZodMiniType, TaggedUnionDef>('TaggedUnion', (union, def) => {
  ZodMiniType.init(union, def);
  union._zod.parse = (payload, context) => optionFor(payload.value, def)._zod.run(payload, context);
});

function optionFor(value: unknown, { tag, options, others }: TaggedUnionDef): z.core.$ZodType {
  return (isJsonObject(value) ? options.get(value[tag]) : undefined) ?? others;
}

type Tagged<Tag extends string> = z.ZodMiniObject<
  Readonly<Record<Tag, z.ZodMiniLiteral<string>>>,
  z.core.$loose
>;
type Union<Option extends z.ZodMiniType> = z.ZodMiniType<z.output<Option>, z.input<Option>>;

/** Objects told apart by one field. `z.discriminatedUnion` does the same in more code. */
export function closedUnion<Tag extends string, const Options extends readonly Tagged<Tag>[]>(
  tag: Tag,
  options: Options,
) {
  const byTag = mapByTag(tag, options);
  const others = z.looseObject({ [tag]: z.literal([...byTag.keys()]) });
  const union = new TaggedUnion({ type: 'union', tag, options: byTag, others });
  return union as Union<Options[number]>;
}

const unknownType = z.looseObject({ type: z.string() });

/**
 * A union by `type` that stays open: known types are validated and unknown ones are accepted, because vendors
 * add types without a new API version.
 */
export function openUnion<const Options extends readonly Tagged<'type'>[]>(options: Options) {
  const tag = 'type';
  const byTag = mapByTag(tag, options);
  const union = new TaggedUnion({ type: 'union', tag, options: byTag, others: unknownType });
  return union as Union<Options[number] | typeof unknownType>;
}

function mapByTag<Tag extends string>(tag: Tag, options: readonly Tagged<Tag>[]) {
  return new Map(
    options.flatMap((option) => option.shape[tag].def.values.map((value) => [value, option])),
  );
}

/** True for one known type of an open union. */
export function isKind<Value extends { readonly type: string }, Kind extends string>(
  value: Value,
  kind: Kind,
): value is Extract<Value, { readonly type: Kind }> {
  return value.type === kind;
}
