/**
 * A change of money, as a port: what is asked under locks, and what is written. A driver may need fewer round trips for it
 * than the hot statements, which make it for all others (`ledger/transaction.ts`).
 */
import type { ExchangeRecord, LedgerEntry } from '@parley/core/store';
import type { Payer, States } from './hot-statements.ts';
import type { ReservationRow, UsageSumRow } from './schema.ts';

/** What a change of money asks for first. Lists may be empty and of any length; ids in them are distinct. */
export interface LedgerQuestion {
  /** Whose states are read, and locked until the changes are written. */
  readonly payers: readonly Payer[];
  /** The reservations to find. */
  readonly reservations?: readonly string[];
  /** Records to add, unless a record has the id already or the exchange was charged before. */
  readonly records?: readonly ExchangeRecord[];
}

/** The answer, read under the locks. */
export interface LedgerAnswer {
  readonly states: States;
  /** Those of the accounts that may only spend what was topped up. */
  readonly prepaid: ReadonlySet<string>;
  readonly reservations: readonly ReservationRow[];
  /** The ids of the records that were added. */
  readonly added: ReadonlySet<string>;
  /** The store's clock after all locks were taken, in milliseconds since 1970. */
  readonly now: number;
}

/** What a change of money writes in the end. */
export interface LedgerChanges {
  readonly states: States;
  readonly deletedReservations?: readonly string[];
  /** Written after those to delete are gone. */
  readonly addedReservations?: readonly ReservationRow[];
  readonly changedReservations?: readonly ReservationRow[];
  readonly entries?: readonly LedgerEntry[];
  /** No two of them have the same dimensions. */
  readonly sums?: readonly UsageSumRow[];
  /** Records of this change to take back. */
  readonly deletedRecords?: readonly string[];
}

/** What was decided, and its changes; none where nothing changes. */
export interface LedgerDecision<Result> {
  readonly result: Result;
  readonly changes?: LedgerChanges;
}

/** Asks, decides and writes in one transaction. */
export type LedgerTransaction = <Result>(
  question: LedgerQuestion,
  decide: (answer: LedgerAnswer) => LedgerDecision<Result>,
) => Promise<Result>;
