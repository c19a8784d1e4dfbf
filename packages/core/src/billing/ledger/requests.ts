import type { ReserveRequest, Settlement } from '../../store/ledger.ts';
import { checkCount } from './exact.ts';

/** @throws RangeError when a number of the demand cannot be kept */
export function checkReserveRequest({ demand, lifeMs }: ReserveRequest): void {
  for (const [name, value] of Object.entries({ ...demand, lifeMs })) {
    checkCount(value, `the ${name} of a reservation`);
  }
  if (demand.leastNanos > demand.nanos || demand.leastTokens > demand.tokens) {
    throw new RangeError('The least of a demand is more than its whole.');
  }
}

/** @throws RangeError when a charge cannot be kept, or two have the same attempt */
export function checkSettlement({ charges }: Pick<Settlement, 'charges'>): void {
  for (const { attempt, nanos, listNanos } of charges) {
    for (const [name, value] of Object.entries({ attempt, nanos, listNanos })) {
      checkCount(value, `the ${name} of a charge`);
    }
  }
  if (new Set(charges.map(({ attempt }) => attempt)).size < charges.length) {
    throw new RangeError('Two charges of a settlement have the same attempt.');
  }
}
