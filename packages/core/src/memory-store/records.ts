/** Storing, changing, finding and listing records of any kind; used by every part of the memory store. */
import {
  checkListLimit,
  toStorableText,
  toWholeNumber,
  type FieldKind,
  type ListPage,
} from '../store/index.ts';

/**
 * A record as every driver stores it: without undefined fields, with whole numbers, and with texts that every
 * database can store.
 * @throws RangeError when a number is not finite or too large to be stored exactly
 */
export function keepRecord<Item extends object>(
  record: Item,
  kinds: { readonly [Name in keyof Item]?: FieldKind },
): Item {
  const kept: Record<string, unknown> = {};
  for (const name in record) {
    const value = record[name];
    if (value !== undefined) kept[name] = keepValue(value, kinds[name]);
  }
  return kept as Item;
}

function keepValue(value: unknown, kind: FieldKind | undefined): unknown {
  if (kind === 'integer' && typeof value === 'number') return toWholeNumber(value);
  return kind === 'text' && typeof value === 'string' ? toStorableText(value) : value;
}

/** One page of records, sorted by id in UTF-16 code units. */
export function selectPage<Item>(
  records: readonly Item[],
  idOf: (record: Item) => string,
  { afterId = '', limit }: ListPage,
): readonly Item[] {
  checkListLimit(limit);
  return records
    .filter((record) => idOf(record) > afterId)
    .sort((left, right) => (idOf(left) < idOf(right) ? -1 : 1))
    .slice(0, limit);
}

/** Changes the given fields: `null` removes a field, an absent field stays unchanged. */
export function changeRecord<Item extends object>(record: Item, changes: object): Item {
  const changed = Object.entries({ ...record, ...dropAbsent(changes) });
  return Object.fromEntries(changed.filter(([, value]) => value !== null)) as Item;
}

function dropAbsent(changes: object): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Whether a record has every wanted value; an absent value matches any. */
export function matches<Item extends object>(record: Item, wanted: Partial<Item>): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || Reflect.get(record, name) === value,
  );
}

/** Whether any of the texts contains a part; ASCII letters match in either case. */
export function containsText(texts: readonly (string | undefined)[], part: string): boolean {
  const wanted = lowerAscii(part);
  return texts.some((text) => text !== undefined && lowerAscii(text).includes(wanted));
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Newest first, after a cursor. */
export function selectNewest<Item extends { readonly id: string }>(
  records: readonly Item[],
  timeOf: (record: Item) => number,
  { after, limit }: { readonly after?: { time: number; id: string } | undefined; limit: number },
): readonly Item[] {
  checkListLimit(limit);
  const age = (record: { time: number; id: string }, other: { time: number; id: string }) =>
    other.time - record.time || (record.id < other.id ? 1 : record.id > other.id ? -1 : 0);
  const placed = (record: Item) => ({ time: timeOf(record), id: record.id });
  return records
    .filter((record) => after === undefined || age(after, placed(record)) < 0)
    .sort((left, right) => age(placed(left), placed(right)))
    .slice(0, limit);
}
