/** Leaves out what is `null` or absent, which mean the same on this wire. */
type Stated<Fields> = { [Key in keyof Fields]?: NonNullable<Fields[Key]> };

/** The fields of an object that say something. */
export function omitUndefined<Fields extends object>(fields: Fields): Stated<Fields> {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as Stated<Fields>;
}
