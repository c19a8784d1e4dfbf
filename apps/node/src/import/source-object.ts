/** Reads the configuration of another gateway, and knows which of its values nobody has read; used by the importers. */

export type Path = readonly string[];

/** A difference between the source and the imported configuration. */
export interface ImportNote {
  /** Where in the source. */
  readonly path: Path;
  /** A sentence without values of the source that may be secret. */
  readonly message: string;
}

/**
 * An object or a list of the source. A missing one is empty, so that readers need no case for it. The first of
 * several keys that has a value of the type is read. A value of another type is not read and becomes a note.
 */
export interface SourceObject {
  readonly path: Path;
  readonly keys: readonly string[];
  has(...keys: readonly string[]): boolean;
  /** A text that is not empty. */
  text(...keys: readonly string[]): string | undefined;
  /** A number, also one that is written as text. */
  number(...keys: readonly string[]): number | undefined;
  flag(...keys: readonly string[]): boolean | undefined;
  texts(...keys: readonly string[]): readonly string[];
  object(...keys: readonly string[]): SourceObject;
  /** An object that is written as JSON in a text. */
  json(key: string): SourceObject;
  /** The objects in a list. */
  objects(...keys: readonly string[]): readonly SourceObject[];
  /** Reads values that need no counterpart. */
  ignore(...keys: readonly string[]): void;
  /** Adds a note at a key, in place of the general one. */
  note(key: string, message: string): void;
  /** Adds one note for all of it, in place of those for its values. */
  drop(message: string): void;
  /** Adds a note for every value that was not read, here and below. */
  noteUnread(): void;
}

const unreadMessage = 'was not imported.';

/**
 * Reads a value of the source.
 * @param value an object; anything else is read as an empty one
 * @param path where the value is in the source
 * @param notes gets the notes on the value and on what is below it
 */
export function createSourceObject(value: unknown, path: Path, notes: ImportNote[]): SourceObject {
  const { values, read, find } = createValues(value);
  const children = new Map<string, SourceObject>();
  let isDropped = false;
  const object = (...keys: readonly string[]): SourceObject => {
    const key = keys.find((name) => isObject(values.get(name)));
    if (key === undefined) return createSourceObject(undefined, path, notes);
    const known = children.get(key);
    if (known !== undefined) return known;
    const child = createSourceObject(values.get(key), [...path, key], notes);
    read.add(key);
    children.set(key, child);
    return child;
  };
  const json = (key: string): SourceObject => {
    const parsed = find([key], parseJson);
    const child = createSourceObject(parsed, [...path, key], notes);
    children.set(key, child);
    return child;
  };
  const note = (key: string, message: string) => {
    read.add(key);
    notes.push({ path: [...path, key], message });
  };
  return {
    path,
    keys: [...values.keys()],
    has: (...keys) => keys.some((key) => values.has(key)),
    text: (...keys) => find(keys, (inner) => (typeof inner === 'string' ? inner : undefined)),
    number: (...keys) => find(keys, parseNumber),
    flag: (...keys) => find(keys, (inner) => (typeof inner === 'boolean' ? inner : undefined)),
    texts: (...keys) => find(keys, parseTexts) ?? [],
    object,
    json,
    objects: (...keys) => {
      const list = object(...keys);
      return list.keys.map((key) => list.object(key)).filter(({ keys: inner }) => inner.length > 0);
    },
    ignore: (...keys) => {
      for (const key of keys) read.add(key);
    },
    note,
    drop: (message) => {
      isDropped = true;
      notes.push({ path, message });
    },
    noteUnread: () => {
      if (isDropped) return;
      for (const key of values.keys()) {
        if (!read.has(key)) note(key, unreadMessage);
        children.get(key)?.noteUnread();
      }
    },
  };
}

/** The values of an object, and those that were read. */
function createValues(value: unknown) {
  const values = new Map<string, unknown>(
    isObject(value) ? Object.entries(value).filter(([, inner]) => hasContent(inner)) : [],
  );
  const read = new Set<string>();
  const find = <Value>(
    keys: readonly string[],
    parse: (value: unknown) => Value | undefined,
  ): Value | undefined => {
    for (const key of keys) {
      const found = parse(values.get(key));
      if (found === undefined) continue;
      read.add(key);
      return found;
    }
    return undefined;
  };
  return { values, read, find };
}

/** Lists have their indexes as keys. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Empty values say nothing. */
function hasContent(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '';
}

function parseNumber(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && /^\d[\d.]*(?:e[-+]?\d+)?$/i.test(value);
  const number = isWritten ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function parseTexts(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? value : undefined;
}

function parseJson(value: unknown): object | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
