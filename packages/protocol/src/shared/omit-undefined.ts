/** Leaves fields without a value out of an object, so that it is written and compared without them. */

type OptionalKeys<Fields> = {
  [Key in keyof Fields]-?: undefined extends Fields[Key] ? Key : never;
}[keyof Fields];

/** The same fields; those that may be undefined are optional. */
export type WithoutUndefined<Fields> = Omit<Fields, OptionalKeys<Fields>> & {
  [Key in OptionalKeys<Fields>]?: Exclude<Fields[Key], undefined>;
};

/** The fields that are not undefined, in their order. */
export function omitUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) kept[name] = value;
  }
  return kept as WithoutUndefined<Fields>;
}

/** The fields that are neither null nor undefined, which mean the same in the wire formats. */
export function omitNullish<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) kept[name] = value;
  }
  return kept as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}
