/** What every store does with the attempts of an exchange: it keeps whole numbers, and prices them late. */
import type { AttemptRecord } from '../../store/exchange.ts';
import type { AttemptCharge } from '../../store/ledger.ts';

/**
 * The attempts as a store keeps them: fractions are rounded, and what not every database can hold in a
 * text is replaced.
 * @throws RangeError when a number is not finite or too large to be kept exactly
 */
export function keepAttempts(records: readonly AttemptRecord[]): readonly AttemptRecord[] {
  return records.map(({ usage, ...record }) => ({
    ...keepFields(record),
    ...(usage && { usage: keepFields(usage) }),
  }));
}

/** The attempts of an exchange once one of them that was quarantined has a price. */
export function priceAttempt(
  records: readonly AttemptRecord[],
  { attempt, nanos, listNanos }: Pick<AttemptCharge, 'attempt' | 'nanos' | 'listNanos'>,
): readonly AttemptRecord[] {
  return records.map((record) =>
    record.number === attempt
      ? { ...record, listNanos, chargedNanos: nanos, pricing: 'priced' }
      : record,
  );
}

function keepFields<Item extends object>(item: Item): Item {
  const kept = Object.entries(item).map(([name, value]) => [name, keepField(value)] as const);
  return Object.fromEntries(kept) as Item;
}

function keepField(value: unknown): unknown {
  if (typeof value === 'number') return toWhole(value);
  return typeof value === 'string' ? value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD') : value;
}

function toWhole(value: number): number {
  const whole = Math.round(value);
  if (Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`A record holds a number that cannot be kept: ${String(value)}.`);
}
