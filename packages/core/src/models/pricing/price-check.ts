/** Checks the prices of models for operators: which are unknown, old, about to change, or differ from ours. */
import type { ListedPrice, PriceBook, PricedModel, PriceOrigin } from './price-book.ts';
import { holdsAt, unknownPrice, type FoundPrice } from './price.ts';

/** What an operator should look at; `good` when there is nothing. */
export type PriceState = 'good' | 'unknown' | 'old' | 'changed' | 'differs';

/** The price of a target, and what an operator should look at. */
export interface CheckedPrice {
  /** `<upstream>/<model>`. */
  readonly name: string;
  readonly state: PriceState;
  readonly found: FoundPrice;
  /** Absent for an unknown price. */
  readonly origin?: PriceOrigin;
  /** The day on which a price began or will begin, for `changed`, such as `2027-01-01`. */
  readonly changes?: string;
}

/** By which time prices are checked. */
export interface PriceCheckOptions {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The age in days from which a price of the catalogue is old. */
  readonly oldDays: number;
}

const dayMs = 86_400_000;
/** Days before and after a change in which it is reported. */
const changeDays = 30;

/** Checks each target once; targets of several routes may be the same. Sorted by name. */
export function checkPrices(
  book: PriceBook,
  targets: Iterable<PricedModel>,
  options: PriceCheckOptions,
): readonly CheckedPrice[] {
  const named = new Map<string, PricedModel>();
  for (const target of targets) named.set(`${target.upstream.name}/${target.model}`, target);
  return [...named]
    .map(([name, target]) => ({ name, ...checkOne(book.list(target), options) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function checkOne(
  list: readonly ListedPrice[],
  { at, oldDays }: PriceCheckOptions,
): Omit<CheckedPrice, 'name'> {
  const valid = list.filter(({ validity }) => holdsAt(validity, at));
  const price = valid.at(-1);
  if (price === undefined || price.found.kind === 'unknown') {
    return { state: 'unknown', found: unknownPrice };
  }
  const { found, origin } = price;
  const changes = findChange(list, at);
  if (differsFromCatalogue(price, valid)) return { state: 'differs', found, origin };
  if (changes !== undefined) return { state: 'changed', found, origin, changes };
  const isOld = origin.by === 'catalogue' && at - Date.parse(origin.date) > oldDays * dayMs;
  return { state: isOld ? 'old' : 'good', found, origin };
}

/** Whether the operator's price is another one than that of the catalogue. */
function differsFromCatalogue(price: ListedPrice, valid: readonly ListedPrice[]): boolean {
  const known = valid.findLast(({ origin }) => origin.by !== 'configuration');
  if (price.origin.by !== 'configuration' || known === undefined) return false;
  return JSON.stringify(termsOf(price.found)) !== JSON.stringify(termsOf(known.found));
}

function termsOf(found: FoundPrice): unknown {
  if (found.kind !== 'priced') return found.kind;
  const { rates, tiers, services, fees } = found.price;
  return [rates, tiers, services, fees];
}

/** The day nearest to now on which one of the prices begins. */
function findChange(list: readonly ListedPrice[], at: number): string | undefined {
  const distance = (day: string) => Math.abs(at - Date.parse(day));
  return list
    .flatMap(({ validity }) => validity.from ?? [])
    .filter((day) => distance(day) <= changeDays * dayMs)
    .sort((a, b) => distance(a) - distance(b))[0];
}
