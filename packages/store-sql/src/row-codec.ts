/**
 * Converts records to rows and back, by the fields of a record; used for nearly every table of this package.
 */
import {
  toStorableText,
  toWholeNumber,
  type Changes,
  type FieldKind,
  type Fields,
} from '@parley/core/store';

/** Booleans are stored as integers, because SQLite has no boolean type. */
export type Flag = 0 | 1;

/** A name of camelCase in snake_case. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${SnakeCase<Rest>}`
    : `${Lowercase<First>}_${SnakeCase<Rest>}`
  : Name;

/** The column of a field; `group` is a reserved word in SQL. */
export type ColumnOf<Name extends string> = Name extends 'group' ? 'group_name' : SnakeCase<Name>;

/** The type of a column whose field has this type; objects are JSON text. */
export type KeptAs<Value> = [Value] extends [boolean]
  ? Flag
  : [Value] extends [string | number]
    ? Value
    : string;

/** The row of a record: an optional field is a nullable column. */
export type RowOf<Item, Prefix extends string = ''> = {
  readonly [Name in keyof Item & string as `${Prefix}${ColumnOf<Name>}`]-?:
    KeptAs<NonNullable<Item[Name]>> | (undefined extends Item[Name] ? null : never);
};

/** Converts records to rows and back. */
export interface RowCodec<Item, Prefix extends string = ''> {
  /** The names of the columns without their prefix, in the order of the fields. */
  readonly columns: readonly (keyof RowOf<Item> & string)[];
  /** @throws RangeError when a number cannot be stored exactly */
  encode(item: Item): RowOf<Item, Prefix>;
  /** The same, as the values of `columns`. */
  encodeValues(item: Item): unknown[];
  /** @throws RangeError when `encode` would throw it */
  check(item: Item): void;
  decode(row: RowOf<Item, Prefix>): Item;
  /** Returns the columns that change: `null` clears a column, an absent field leaves its column unchanged. */
  encodeChanges(changes: Changes<Item>): Partial<RowOf<Item, Prefix>>;
}

type Values = Record<string, unknown>;

function valuesOf(item: object): Values {
  return item as Values;
}

/**
 * @param fields the fields of the record and how each is stored
 * @param prefix of the columns, in a row that holds several records
 */
export function createRowCodec<Item extends object, Prefix extends string = ''>(
  fields: Fields<Item>,
  prefix: string = '',
): RowCodec<Item, Prefix> {
  const kinds: Readonly<Record<string, FieldKind>> = fields;
  const entries = Object.entries(kinds).map(([name, kind]) => ({
    name,
    column: prefix + columnOf(name),
    ...conversions[kind],
  }));
  const integers = Object.keys(fields).filter((name) => kinds[name] === 'integer');
  return {
    columns: Object.keys(fields).map((name) => columnOf(name) as keyof RowOf<Item> & string),
    encode(item) {
      const values = valuesOf(item);
      const row: Values = {};
      for (const { name, column, encode } of entries) {
        const value = values[name];
        row[column] = value === undefined ? null : encode(value as never);
      }
      return row as RowOf<Item, Prefix>;
    },
    encodeValues(item) {
      const values = valuesOf(item);
      return entries.map(({ name, encode }) => {
        const value = values[name];
        return value === undefined ? null : encode(value as never);
      });
    },
    check(item) {
      const values = valuesOf(item);
      for (const name of integers) {
        const value = values[name];
        if (value !== undefined) toWholeNumber(value as number);
      }
    },
    decode(row) {
      const values = valuesOf(row);
      const item: Values = {};
      for (const { name, column, decode } of entries) {
        const value = values[column];
        if (value !== null) item[name] = decode(value as never);
      }
      return item as Item;
    },
    encodeChanges(changes) {
      const values = valuesOf(changes);
      const row: Values = {};
      for (const { name, column, encode } of entries) {
        const value = values[name];
        if (value !== undefined) row[column] = value === null ? null : encode(value as never);
      }
      return row as Partial<RowOf<Item, Prefix>>;
    },
  };
}

/** The column of a field, such as `created_at` for `createdAt`. */
function columnOf(name: string): string {
  if (name === 'group') return 'group_name';
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Conversion {
  readonly encode: (value: never) => unknown;
  readonly decode: (value: never) => unknown;
}

const same = (value: unknown): unknown => value;

const conversions: Readonly<Record<FieldKind, Conversion>> = {
  word: { encode: same, decode: same },
  text: { encode: toStorableText, decode: same },
  integer: { encode: toWholeNumber, decode: same },
  real: { encode: same, decode: same },
  flag: { encode: toFlag, decode: (value: Flag) => value === 1 },
  // JSON escapes NUL and unpaired surrogates, so its text contains neither.
  json: {
    encode: (value: unknown) => JSON.stringify(value),
    decode: (text: string): unknown => JSON.parse(text),
  },
};

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}
