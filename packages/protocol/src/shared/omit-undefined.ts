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

/** Returns the fields that are not undefined, in their order; the same object if none is undefined. */
export function omitUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  // Loops over names because this runs for every request, and needs no list of them.
  for (const name in fields) {
    if (fields[name] !== undefined) continue;
    return keepFields(fields, (value) => value !== undefined) as WithoutUndefined<Fields>;
  }
  return fields;
}

/** Returns the fields that are neither null nor undefined, which mean the same in the wire formats. */
export function omitNullish<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  return keepFields(fields, (value) => value !== undefined && value !== null);
}

function keepFields<Fields extends object>(
  fields: Fields,
  isKept: (value: Fields[keyof Fields]) => boolean,
): object {
  const kept: Partial<Fields> = {};
  for (const name in fields) {
    if (isKept(fields[name])) kept[name] = fields[name];
  }
  return kept;
}
