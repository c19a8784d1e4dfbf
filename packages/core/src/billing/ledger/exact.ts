import type { Nanos } from '../../store/money.ts';

/**
 * Adds amounts of money.
 * @throws RangeError when a number cannot hold the sum exactly
 */
export function addNanos(amount: Nanos, change: Nanos): Nanos {
  const sum = amount + change;
  if (Number.isSafeInteger(sum)) return sum;
  throw new RangeError('An amount of money is too large to be kept exactly.');
}

/** Adds counts, up to the largest one that is exact: what an upstream claims never stops a key. */
export function addCount(count: number, more: number): number {
  return Math.min(count + more, Number.MAX_SAFE_INTEGER);
}

/** @throws RangeError when it is no whole number from 0 to the largest exact one */
export function checkCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new RangeError(`The ledger cannot keep ${name}: ${value}.`);
}
