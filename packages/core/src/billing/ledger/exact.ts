/** Exact arithmetic of money and counts, and validation of what the ledger stores. */
import type { ReservationRequest, Settlement } from '../../store/ledger.ts';
import type { NanoUsd } from '../../store/money.ts';

/**
 * Adds amounts of money.
 * @throws RangeError when a number cannot represent the sum exactly
 */
export function addNanoUsd(amount: NanoUsd, change: NanoUsd): NanoUsd {
  const sum = amount + change;
  if (Number.isSafeInteger(sum)) return sum;
  throw new RangeError('An amount of money is too large to be stored exactly.');
}

/** Adds counts, up to the largest exact one, so that no count that an upstream reports can block a key. */
export function addCount(count: number, more: number): number {
  return Math.min(count + more, Number.MAX_SAFE_INTEGER);
}

/** @throws RangeError when it is not a whole number from 0 to the largest exact one */
export function checkCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new RangeError(`The ledger cannot keep ${name}: ${value}.`);
}

/** @throws RangeError when an amount cannot be stored */
export function checkReservationRequest({ amounts, lifeMs }: ReservationRequest): void {
  for (const [name, value] of Object.entries({ ...amounts, lifeMs })) {
    checkCount(value, `the ${name} of a reservation`);
  }
  if (amounts.leastNanoUsd > amounts.nanoUsd || amounts.leastTokens > amounts.tokens) {
    throw new RangeError('The minimum amount of a reservation exceeds its full amount.');
  }
}

/** @throws RangeError when a charge cannot be stored, or two charges have the same attempt */
export function checkSettlement({ charges }: Pick<Settlement, 'charges'>): void {
  for (const { attempt, nanoUsd, listNanoUsd } of charges) {
    for (const [name, value] of Object.entries({ attempt, nanoUsd, listNanoUsd })) {
      checkCount(value, `the ${name} of a charge`);
    }
  }
  if (new Set(charges.map(({ attempt }) => attempt)).size < charges.length) {
    throw new RangeError('Two charges of a settlement have the same attempt.');
  }
}
