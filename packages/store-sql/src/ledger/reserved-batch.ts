/** The reservations from which a batch of settlements takes what was used; used by `settleAll`. */
import type { Held, Settlement } from '@parley/core/store';
import type { LedgerChanges } from '../ledger-transaction.ts';
import type { ReservationRow } from '../schema.ts';
import { decodeHeld, encodeHeld } from './held.ts';

/** What the reservations of a batch hold; several of its settlements may draw on the same one. */
export class ReservedBatch {
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
