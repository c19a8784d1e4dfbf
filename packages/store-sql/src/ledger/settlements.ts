/** Settles exchanges: writes their records and charges, and takes what they used out of their reservations. */
import {
  applyRelease,
  applySettlement,
  chargeEntries,
  endsItsOwn,
  timeOfCharge,
} from '@parley/core/ledger';
import type { Settlement } from '@parley/core/store';
import type { DatabaseFacts } from '../database.ts';
import type { Payer } from '../hot-statements.ts';
import type { LedgerChanges, LedgerTransaction } from '../ledger-transaction.ts';
import { toSumRows } from '../usage-sums.ts';
import { runEach, type Result } from './group-commit.ts';
import { ReservedBatch } from './reserved-batch.ts';
import { TransactionStates } from './transaction-states.ts';

const done: Result<void> = { kind: 'done', value: undefined };

/**
 * Ends many exchanges in one transaction. It locks the states of their keys, so that no other process can
 * record the same exchanges meanwhile.
 */
export async function settleAll(
  transact: LedgerTransaction,
  settlements: readonly Settlement[],
  pause: DatabaseFacts['pause'],
): Promise<readonly Result<void>[]> {
  const distinct = firstOfEach(settlements);
  const payers = distinct.map(payerOf);
  const records = distinct.map(({ record }) => record);
  return transact({ payers, reservations: reservationsOf(settlements), records }, (answer) => {
    const [fresh, repeated] = divide(distinct, answer.added);
    const states = new TransactionStates(answer.states, payers);
    const reserved = new ReservedBatch(answer.reservations);
    for (const settlement of repeated) releaseRepeated(settlement, states, reserved);
    if (fresh.length + reserved.endedCount === 0) return { result: settlements.map(() => done) };
    const { now } = answer;
    const results = runEach(fresh, (settlement) => {
      pause?.();
      const held = reserved.find(settlement);
      const before = states.get(settlement.record);
      const settled = applySettlement(before, { ...settlement, now, ...(held && { held }) });
      states.set(settled);
      reserved.change(settlement, settled.held);
      return chargeEntries(settlement, timeOfCharge(settled.key, now));
    });
    const failures = failuresOf(fresh, results);
    const ended = failures.size === 0 ? fresh : fresh.filter((one) => !failures.has(one));
    const changes: LedgerChanges = {
      states: states.changed(),
      ...reserved.changes(),
      entries: results.flatMap((one) => (one.kind === 'done' ? one.value : [])),
      sums: toSumRows(ended.map(({ record }) => record)),
      deletedRecords: [...failures.keys()].map(({ record }) => record.id),
    };
    const result = settlements.map((settlement) => failures.get(settlement) ?? done);
    return { result, changes };
  });
}

/** A batch may have several settlements of one exchange: only the first of them counts. */
function firstOfEach(settlements: readonly Settlement[]): readonly Settlement[] {
  const byId = new Map<string, Settlement>();
  for (const settlement of settlements) {
    const { id } = settlement.record;
    if (!byId.has(id)) byId.set(id, settlement);
  }
  return [...byId.values()];
}

/** The ids of all reservations that are drawn on, also of settlements that are repeated. */
function reservationsOf(settlements: readonly Settlement[]): readonly string[] {
  const ids = new Set<string>();
  for (const { reservation } of settlements) if (reservation !== undefined) ids.add(reservation.id);
  return [...ids];
}

/** The settlements that cannot be stored, with the reason of each. */
function failuresOf(
  settlements: readonly Settlement[],
  results: readonly Result<unknown>[],
): ReadonlyMap<Settlement, Result<void>> {
  const failures = new Map<Settlement, Result<void>>();
  for (const [index, settlement] of settlements.entries()) {
    const result = results[index];
    if (result?.kind === 'failed') failures.set(settlement, result);
  }
  return failures;
}

/** The settlements whose records were added now, and those that were settled before. */
function divide(
  settlements: readonly Settlement[],
  added: ReadonlySet<string>,
): readonly [fresh: readonly Settlement[], repeated: readonly Settlement[]] {
  const isFresh = ({ record }: Settlement): boolean => added.has(record.id);
  return [settlements.filter(isFresh), settlements.filter((one) => !isFresh(one))];
}

/** A process that has not heard of the end of a background response may have reserved for it again. */
function releaseRepeated(
  settlement: Settlement,
  states: TransactionStates,
  reserved: ReservedBatch,
): void {
  const held = endsItsOwn(settlement) ? reserved.find(settlement) : undefined;
  if (held === undefined) return;
  states.set(applyRelease(states.get(settlement.record), held));
  reserved.change(settlement, undefined);
}

function payerOf({ record }: Settlement): Payer {
  return { keyId: record.keyId, accountId: record.accountId };
}
