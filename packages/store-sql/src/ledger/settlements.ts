/** Settles exchanges: writes their records and charges, and takes what they used out of their reservations. */
import {
  applyRelease,
  applySettlement,
  chargeEntries,
  endsItsOwn,
  timeOfCharge,
} from '@parley/core/ledger';
import type { Held, Settlement } from '@parley/core/store';
import type { DatabaseFacts } from '../database.ts';
import type { LedgerChanges, LedgerTransaction, Payer } from '../hot-statements.ts';
import type { ReservationRow } from '../schema.ts';
import { toSumRows } from '../usage-sums.ts';
import { settleEach, type Result } from './group-commit.ts';
import { decodeHeld, encodeHeld } from './held.ts';
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
  const byId = new Map<string, Settlement>();
  const reservations = new Set<string>();
  for (const settlement of settlements) {
    const { record, reservation } = settlement;
    if (!byId.has(record.id)) byId.set(record.id, settlement);
    if (reservation !== undefined) reservations.add(reservation.id);
  }
  const distinct = [...byId.values()];
  const payers = distinct.map(payerOf);
  const records = distinct.map(({ record }) => record);
  return transact({ payers, reservations: [...reservations], records }, (answer) => {
    const [fresh, repeated] = divide(distinct, answer.added);
    const states = new TransactionStates(answer.states, payers);
    const reserved = new ReservedBatch(answer.reservations);
    for (const settlement of repeated) releaseRepeated(settlement, states, reserved);
    if (fresh.length + reserved.endedCount === 0) return { result: settlements.map(() => done) };
    const { now } = answer;
    const results = settleEach(fresh, (settlement) => {
      pause?.();
      const held = reserved.find(settlement);
      const before = states.get(settlement.record);
      const settled = applySettlement(before, { ...settlement, now, ...(held && { held }) });
      states.set(settled);
      reserved.change(settlement, settled.held);
      return chargeEntries(settlement, timeOfCharge(settled.key, now));
    });
    const failures = new Map<Settlement, Result<void>>();
    for (const [index, settlement] of fresh.entries()) {
      const result = results[index];
      if (result?.kind === 'failed') failures.set(settlement, result);
    }
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

/** What the reservations of a batch hold; several of its settlements may draw on the same one. */
class ReservedBatch {
  /** Those that have not ended, with what they still hold. */
  readonly #rows: Map<string, ReservationRow>;
  readonly #changed = new Map<string, ReservationRow>();
  readonly #ended: string[] = [];

  constructor(rows: readonly ReservationRow[]) {
    this.#rows = new Map(rows.map((row) => [row.exchange_id, row]));
  }

  get endedCount(): number {
    return this.#ended.length;
  }

  find({ reservation }: Settlement): Held | undefined {
    const row = reservation && this.#rows.get(reservation.id);
    return row && decodeHeld(row);
  }

  /** @param held what the reservation of a settlement still holds; absent when it has ended */
  change({ reservation }: Settlement, held: Held | undefined): void {
    const row = reservation && this.#rows.get(reservation.id);
    if (row === undefined) return;
    const { exchange_id: id } = row;
    if (held === undefined) {
      this.#rows.delete(id);
      this.#changed.delete(id);
      this.#ended.push(id);
    } else {
      const changed = { ...row, ...encodeHeld(held) };
      this.#rows.set(id, changed);
      this.#changed.set(id, changed);
    }
  }

  changes(): Pick<LedgerChanges, 'changedReservations' | 'deletedReservations'> {
    return {
      changedReservations: [...this.#changed.values()],
      deletedReservations: this.#ended,
    };
  }
}
