/**
 * The statements that every exchange runs, as a port: a driver may implement them faster than the query builder,
 * which implements them for all others (`ledger/kysely-statements.ts`).
 */
import type { AccountState, ExchangeRecord, KeyState, LedgerEntry } from '@parley/core/store';
import type { ReservationRow, UsageSumRow } from './schema.ts';

/** Who pays for an exchange: a key, and the account that it belongs to. */
export interface Payer {
  readonly keyId: string;
  readonly accountId: string;
}

export interface States {
  readonly keys: readonly KeyState[];
  readonly accounts: readonly AccountState[];
}

/** Runs inside one transaction. Lists may be empty and of any length; ids in them are distinct. */
export interface HotStatements {
  /**
   * Reads the states that have rows, and locks them until the transaction ends, always in the same order, so
   * that transactions cannot deadlock.
   */
  readStates(payers: readonly Payer[]): Promise<States>;
  /** Replaces states, or adds them. */
  writeStates(states: States): Promise<void>;
  /** Those of these accounts that may only spend what was topped up. */
  findPrepaid(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds the records whose ids are new, and returns their ids. */
  insertExchanges(
    records: readonly ExchangeRecord[],
    settledAt: number,
  ): Promise<ReadonlySet<string>>;
  /** Takes back records that this transaction has added. */
  deleteExchanges(ids: readonly string[]): Promise<void>;
  /** Those of these exchanges that have entries in the ledger. */
  findCharged(exchangeIds: readonly string[]): Promise<ReadonlySet<string>>;
  insertLedgerEntries(entries: readonly LedgerEntry[]): Promise<void>;
  /** Adds each row to the sum with the same dimensions; no two of them have the same. */
  addToSums(rows: readonly UsageSumRow[]): Promise<void>;
  findReservations(ids: readonly string[]): Promise<readonly ReservationRow[]>;
  insertReservations(rows: readonly ReservationRow[]): Promise<void>;
  /** Replaces reservations that exist. */
  updateReservations(rows: readonly ReservationRow[]): Promise<void>;
  /** Returns the rows that it has deleted. */
  deleteReservations(ids: readonly string[]): Promise<readonly ReservationRow[]>;
}
