/** One page of records, and changes of one, for the stores in memory. */
import type { ListPage } from '../index.ts';

/** One page of records in the order of their ids, each counted in UTF-16 units. */
export function selectPage<Item>(
  records: readonly Item[],
  idOf: (record: Item) => string,
  { afterId = '', limit }: ListPage,
): readonly Item[] {
  checkLimit(limit);
  return records
    .filter((record) => idOf(record) > afterId)
    .sort((left, right) => (idOf(left) < idOf(right) ? -1 : 1))
    .slice(0, limit);
}

/** @throws RangeError when it is no whole number from 1 to the most */
export function checkLimit(limit: number, most = 1_000): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return;
  throw new RangeError(`The limit must be a whole number from 1 to ${String(most)}.`);
}

/** Changes what is named: `null` takes a field away, an absent one leaves it. */
export function changeRecord<Item extends object>(record: Item, changes: object): Item {
  const changed = Object.entries({ ...record, ...dropAbsent(changes) });
  return Object.fromEntries(changed.filter(([, value]) => value !== null)) as Item;
}

function dropAbsent(changes: object): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Whether a record holds every wanted value; an absent one is not wanted. */
export function matches<Item extends object>(record: Item, wanted: Partial<Item>): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || Reflect.get(record, name) === value,
  );
}

/** Whether any of the texts holds a part, upper and lower case of ASCII letters being the same. */
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
  checkLimit(limit);
  const age = (record: { time: number; id: string }, other: { time: number; id: string }) =>
    other.time - record.time || (record.id < other.id ? 1 : record.id > other.id ? -1 : 0);
  const placed = (record: Item) => ({ time: timeOf(record), id: record.id });
  return records
    .filter((record) => after === undefined || age(after, placed(record)) < 0)
    .sort((left, right) => age(placed(left), placed(right)))
    .slice(0, limit);
}
