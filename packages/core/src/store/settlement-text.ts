/** Settlements as text, in which they wait on the disk and in memory; used by the settlement queue and by stores. */
import { StoreLockedError } from './errors.ts';
import type { FailedSettlement, Settlement } from './ledger.ts';

/** Returns one line of JSON, without its end. */
export function encodeSettlement(settlement: Settlement): string {
  return JSON.stringify(settlement);
}

/** Reads what `encodeSettlement` wrote; a number that JSON does not have, such as `NaN`, is read as `null`. */
export function decodeSettlement(text: string): Settlement {
  return JSON.parse(text) as Settlement;
}

/**
 * To be called before a settlement is stored; nothing else in it is ever null.
 * @throws RangeError when the settlement had a number that JSON does not have
 */
export function checkSettlementText(text: string): void {
  if (text.includes('null')) JSON.parse(text, rejectNull);
}

function rejectNull(name: string, value: unknown): unknown {
  if (value === null) throw new RangeError(`A record holds a number that cannot be kept: ${name}.`);
  return value;
}

/**
 * Settles a batch one by one, for stores without transactions.
 * @returns those that `settle` has rejected
 */
export function settleOneByOne(
  batch: readonly string[],
  settle: (settlement: Settlement) => void,
): readonly FailedSettlement[] {
  return batch.flatMap((text, index) => {
    try {
      checkSettlementText(text);
      settle(decodeSettlement(text));
      return [];
    } catch (error) {
      return describeFailure(index, error);
    }
  });
}

/** The failure of one settlement of a batch. */
export function describeFailure(index: number, error: unknown): FailedSettlement {
  const reason = error instanceof Error ? error.message : String(error);
  return { index, reason, ...(error instanceof StoreLockedError && { isLocked: true }) };
}
