/**
 * The statements that every exchange runs, as a port: a driver may implement them faster than the query builder,
 * which implements them for all others (`ledger/kysely-statements.ts`).
 */
import type { FullHold } from '@parley/core/ledger';
import type {
  AccountState,
  ExchangeRecord,
  Held,
  KeyState,
  LedgerEntry,
  ReservationRequest,
} from '@parley/core/store';
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

/** A reservation that is added before it is decided. */
export interface TentativeHold {
  readonly request: ReservationRequest;
  /** What it holds if the account is prepaid, or if the key itself limits money. */
  readonly full: FullHold;
  /** True when it holds money whether the account is prepaid or not. */
  readonly isLimited: boolean;
}

export interface TentativeAnswer extends Pick<LedgerAnswer, 'states' | 'prepaid' | 'now'> {
  /** The ids of the reservations that were added: those of which there was none before. */
  readonly added: ReadonlySet<string>;
}

/** What is added to the states of a key and its account; below 0, it is given back. */
export interface StateChange extends Payer {
  readonly nanoUsd: number;
  readonly tokens: number;
  readonly slots: number;
  readonly requestsMs: number;
  readonly tokensMs: number;
}

/** Replaces what reservations were added with by what was decided. */
export interface TentativeCorrection {
  readonly states: readonly StateChange[];
  readonly deletedReservations: readonly string[];
  readonly changedReservations: readonly { readonly id: string; readonly held: Held }[];
  /** States whose quota period or windows begin, unless those have changed since `before`. */
  readonly begun: readonly { readonly before: KeyState; readonly after: KeyState }[];
}

/** Reserves in one statement each: any number of requests, whose ids are distinct. */
export interface TentativeStatements {
  /**
   * Adds reservations and what they hold, whatever the limits are, and returns the states after that. Whoever
   * reads the states meanwhile can only be refused too early.
   */
  hold(holds: readonly TentativeHold[]): Promise<TentativeAnswer>;
  correct(correction: TentativeCorrection): Promise<void>;
}
