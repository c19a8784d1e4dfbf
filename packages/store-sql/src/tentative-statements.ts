/**
 * Statements that hold before it is decided, as a port for drivers whose server may be far away; used by
 * `ledger/tentative-reservations.ts`.
 */
import type { FullHold } from '@parley/core/ledger';
import type { Held, KeyState, ReservationRequest } from '@parley/core/store';
import type { Payer } from './hot-statements.ts';
import type { LedgerAnswer } from './ledger-transaction.ts';

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

/**
 * Replaces what reservations were added with by what was decided. It takes effect as a whole, and only while all of
 * these reservations exist: the release of an expired one has given back what it held.
 */
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
  /** @returns false when one of the reservations has expired and was released: then nothing is changed */
  correct(correction: TentativeCorrection): Promise<boolean>;
}
