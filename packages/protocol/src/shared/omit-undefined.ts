// Removes undefined fields from an object, so that it is written and compared without them. Used throughout
// the package.

/** The same fields; those that may be undefined become optional. */
export type WithoutUndefined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};

/** Returns the fields that are not undefined, in their order; the same object if none is undefined. */
export function omitUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  // Loops over names because this runs for every request, and lists of names or entries cost more than the loop.
  for (const name in fields) {
    if (fields[name] === undefined) return copyDefined(fields);
  }
  return fields;
}

function copyDefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    if (fields[name] !== undefined) kept[name] = fields[name];
  }
  return kept as WithoutUndefined<Fields>;
}

/** Returns the fields that are neither null nor undefined, which mean the same in the wire formats. */
export function omitNullish<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined && value !== null) kept[name] = value;
  }
  return kept as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}
