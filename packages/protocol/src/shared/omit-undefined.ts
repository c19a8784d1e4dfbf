/**
 * Removes undefined fields from an object, so that it is written and compared without them. Used throughout
 * the package.
 */

/** The same fields; those that may be undefined become optional. */
export type WithoutUndefined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};

/** Returns the fields that are not undefined, in their order. */
export function omitUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const kept: Record<string, unknown> = {};
  // Loops over names because this runs for every request, and `Object.entries` takes twice the time.
  for (const name of Object.keys(fields) as (keyof Fields & string)[]) {
    if (fields[name] !== undefined) kept[name] = fields[name];
  }
  return kept as WithoutUndefined<Fields>;
}

/** Returns the fields that are neither null nor undefined, which mean the same in the wire formats. */
export function omitNullish<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) kept[name] = value;
  }
  return kept as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}
