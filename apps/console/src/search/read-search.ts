/** Reads the search parameters of a URL; missing or wrong ones are absent. */

export type RawSearch = Readonly<Record<string, unknown>>;

/** The router parses `1` and `true` as number and boolean; turns them back into text. */
export function readText(search: RawSearch, name: string): string | undefined {
  const value = search[name];
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readFlag(search: RawSearch, name: string): true | undefined {
  return search[name] === true || search[name] === 'true' ? true : undefined;
}

export function readChoice<Choice extends string>(
  search: RawSearch,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = search[name];
  return choices.find((choice) => choice === value);
}

/** Without absent fields, so that they are not part of the URL. */
export function compact<Fields extends object>(
  fields: Fields,
): {
  [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
} {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
