/** Settles exchanges: writes their records and charges, and takes what they used out of their reservations. */
import { applySettlement, chargeEntries } from '@parley/core/ledger';
import type { Held, Settlement } from '@parley/core/store';
import type { LedgerChanges, LedgerTransaction, Owners } from '../hot-statements.ts';
import type { ReservationRow } from '../schema.ts';
import { toSumRows } from '../usage-sums.ts';
import { settleEach, type Result } from './group-commit.ts';
import { decodeHeld, encodeHeld } from './held.ts';
import { LockedStates } from './locked-states.ts';

const done: Result<void> = { kind: 'done', value: undefined };

/**
 * Ends many exchanges in one transaction. It locks the states of their keys, so that no other process can
 * record the same exchanges meanwhile.
 */
export async function settleAll(
  transact: LedgerTransaction,
  settlements: readonly Settlement[],
): Promise<readonly Result<void>[]> {
  const byId = new Map<string, Settlement>();
  for (const settlement of settlements) {
    if (!byId.has(settlement.record.id)) byId.set(settlement.record.id, settlement);
  }
  const owners = settlements.map(ownersOf);
  const question = {
    owners,
    reservations: [...new Set(settlements.flatMap(({ reservation }) => reservation?.id ?? []))],
    records: [...byId.values()].map(({ record }) => record),
  };
  return transact(question, (answer) => {
    const fresh = [...byId.values()].filter(({ record }) => answer.added.has(record.id));
    if (fresh.length === 0) return { result: settlements.map(() => done) };
    const states = new LockedStates(answer.states, owners);
    const reserved = new ReservedBatch(answer.reservations);
    const { now } = answer;
    const results = settleEach(fresh, (settlement) => {
      const held = reserved.find(settlement);
      const before = states.get(ownersOf(settlement));
      const settled = applySettlement(before, { ...settlement, now, ...(held && { held }) });
      states.set(settled);
      reserved.change(settlement, settled.held);
    });
    const resultOf = new Map(fresh.map((settlement, index) => [settlement, results[index]]));
    const isEnded = (settlement: Settlement) => resultOf.get(settlement)?.kind === 'done';
    const ended = fresh.filter(isEnded);
    const changes: LedgerChanges = {
      states: states.changed(),
      ...reserved.changes(),
      entries: ended.flatMap((settlement) => chargeEntries(settlement, now)),
      sums: toSumRows(ended.map(({ record }) => record)),
      deletedRecords: fresh.filter((one) => !isEnded(one)).map(({ record }) => record.id),
    };
    const result = settlements.map((settlement) => resultOf.get(settlement) ?? done);
    return { result, changes };
  });
}

function ownersOf({ record }: Settlement): Owners {
  return { keyId: record.keyId, accountId: record.accountId };
}

/** What the reservations of a batch hold; several of its settlements may draw on the same one. */
class ReservedBatch {
  readonly #rows: Map<string, ReservationRow>;
  readonly #changed = new Set<string>();
  readonly #ended = new Set<string>();

  constructor(rows: readonly ReservationRow[]) {
    this.#rows = new Map(rows.map((row) => [row.exchange_id, row]));
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
      this.#ended.add(id);
    } else {
      this.#rows.set(id, { ...row, ...encodeHeld(held) });
      this.#changed.add(id);
    }
  }

  changes(): Pick<LedgerChanges, 'changedReservations' | 'deletedReservations'> {
    return {
      changedReservations: [...this.#rows.values()].filter((row) =>
        this.#changed.has(row.exchange_id),
      ),
      deletedReservations: [...this.#ended],
    };
  }
}
