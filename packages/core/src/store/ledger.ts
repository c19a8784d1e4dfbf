/** Settlements and the ledger, and the store methods that a driver implements for them and for reservations. */
import type { Usage } from '@parley/protocol';
import type { ExchangeRecord, Pricing } from './exchanges.ts';
import type { KeyLimits, NanoUsd } from './money.ts';
import type { Fields } from './records.ts';
import type {
  ReservationExtension,
  ReservationRequest,
  ReserveOutcome,
  SettledReservation,
} from './reservations.ts';

/** A top-up and an adjustment change what is granted, a charge what is spent. */
export type LedgerKind = 'top-up' | 'adjustment' | 'charge';

/** One movement of money. Rows are only added. */
export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  /** Milliseconds since 1970, by the store's clock; that of a charge is never before the quota period that counts it. */
  readonly at: number;
  readonly accountId: string;
  /** The amount granted or charged; adjustments may be negative. */
  readonly nanoUsd: NanoUsd;
  /** Only charges have this field and those below, except `note`. */
  readonly keyId?: string;
  readonly exchangeId?: string;
  /** The attempt of the exchange, from 1. */
  readonly attempt?: number;
  readonly upstream?: string;
  readonly upstreamModel?: string;
  readonly usage?: Usage;
  /** At the quoted price, without the group's multiplier. */
  readonly listNanoUsd?: NanoUsd;
  /** What the target costs the operator; absent where that is not known. */
  readonly costNanoUsd?: NanoUsd;
  readonly pricing?: Pricing;
  /** How the amount was computed, as JSON text: prices, multiplier and their dates. */
  readonly arithmetic?: string;
  /** An operator's remark. */
  readonly note?: string;
}

/** How stores keep each field of a ledger entry. */
export const ledgerEntryFields: Fields<LedgerEntry> = {
  id: 'word',
  kind: 'word',
  at: 'integer',
  accountId: 'word',
  nanoUsd: 'integer',
  keyId: 'word',
  exchangeId: 'word',
  attempt: 'integer',
  upstream: 'word',
  upstreamModel: 'word',
  usage: 'json',
  listNanoUsd: 'integer',
  costNanoUsd: 'integer',
  pricing: 'word',
  arithmetic: 'word',
  note: 'text',
};

/** The charge of one attempt, before the store adds its time. */
export type AttemptCharge = Required<
  Pick<LedgerEntry, 'attempt' | 'nanoUsd' | 'listNanoUsd' | 'pricing'>
> &
  Pick<LedgerEntry, 'upstream' | 'upstreamModel' | 'usage' | 'arithmetic' | 'costNanoUsd'>;

/** The end of an exchange: its record and one charge for each attempt. */
export interface Settlement {
  readonly record: ExchangeRecord;
  readonly charges: readonly AttemptCharge[];
  /** The key's limits, whose current periods are charged. */
  readonly limits: KeyLimits;
  /** Absent for an exchange without a reservation. */
  readonly reservation?: SettledReservation;
}

/** A settlement of a batch that cannot be stored. */
export interface FailedSettlement {
  /** Its place in the batch, from 0. */
  readonly index: number;
  /** Such as `The amount is too large.`; for the log. */
  readonly reason: string;
  /** True when another session of the database has locked rows of its account: it can be stored later. */
  readonly isLocked?: true;
}

/** The charge of a quarantined attempt whose price is now known. */
export type LateCharge = Required<
  Pick<LedgerEntry, 'exchangeId' | 'attempt' | 'nanoUsd' | 'listNanoUsd' | 'arithmetic'>
> &
  Pick<LedgerEntry, 'costNanoUsd'>;

/** Money that an operator adds to an account, or takes from it. */
export interface Credit {
  /** Chosen by the caller of the method; a second credit with the same id changes nothing. */
  readonly id: string;
  readonly kind: 'top-up' | 'adjustment';
  readonly accountId: string;
  /** Above 0 for a top-up; any amount but 0 for an adjustment. */
  readonly nanoUsd: NanoUsd;
  readonly note?: string;
}

/** Selects ledger entries; every condition must hold. */
export interface LedgerFilter {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly exchangeId?: string;
  readonly kind?: LedgerKind;
  /** In milliseconds since 1970: `from` is inclusive, `until` is exclusive. */
  readonly from?: number;
  readonly until?: number;
  /** Continues after this entry. */
  readonly after?: { readonly at: number; readonly id: string };
  /** The maximum number of entries: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** A total that differs from the sum of its rows. */
export interface LedgerFault {
  readonly subject: 'account' | 'key' | 'exchange';
  readonly id: string;
  /** Such as `spent`. */
  readonly total: string;
  /** The stored total, and the sum of its rows. */
  readonly stated: number;
  readonly counted: number;
}

/** The result of checking the ledger. Every total is correct when there are no faults. */
export interface LedgerReport {
  readonly accounts: number;
  readonly keys: number;
  readonly entries: number;
  readonly openReservations: number;
  readonly expiredReservations: number;
  readonly granted: NanoUsd;
  readonly spent: NanoUsd;
  readonly reserved: NanoUsd;
  readonly quarantinedCharges: number;
  /** At most 100. */
  readonly faults: readonly LedgerFault[];
}

/** The ledger. All times are by the store's own clock. */
export interface LedgerStore {
  /** Reserves money, tokens, rate and a concurrency slot in one step: all of them or none. */
  reserve(request: ReservationRequest): Promise<ReserveOutcome>;
  /**
   * Changes what a reservation holds. Returns false, and changes nothing, when a limit does not allow it or
   * when there is no such reservation.
   * @throws RangeError when an amount cannot be stored exactly
   */
  extendReservation(extension: ReservationExtension): Promise<boolean>;
  /**
   * Ends an exchange in one transaction: writes its record and its charges and takes what it used out of its
   * reservation. A second settlement of the same exchange charges nothing and resolves once the first one is on
   * disk; it ends the exchange's own reservation, if that was made again meanwhile. An exchange without a reservation, or whose reservation has expired, is charged too.
   * @throws RangeError when a number is not finite or too large to be stored exactly
   */
  settle(settlement: Settlement): Promise<void>;
  /**
   * Ends many exchanges, each as `settle` does, together where the database can. When it rejects, none of them is
   * settled, as far as the store knows.
   * @param batch texts of `encodeSettlement`: these wait on the disk, and pass between threads and machines as they are
   * @returns those that `settle` would reject with a `RangeError`, and those whose account another session has locked;
   * all others are settled
   */
  settleBatch(batch: readonly string[]): Promise<readonly FailedSettlement[]>;
  /**
   * Releases all that a reservation still holds; without a reservation it does nothing.
   * @param limits the key's limits, by which requests per minute are given back that were held and not used;
   * without them they count as used
   */
  release(id: string, limits?: KeyLimits): Promise<void>;
  /** Extends all reservations of an owner by `lifeMs`. */
  renewReservations(owner: string, lifeMs: number): Promise<void>;
  /** Releases the expired reservations, except requests per minute, and returns how many. */
  releaseExpired(): Promise<number>;
  /**
   * Changes what an account is granted. Returns the entry, or `undefined` when there is no such account.
   * @throws RangeError when the amount cannot be stored exactly, or would take away more than is free
   */
  credit(credit: Credit): Promise<LedgerEntry | undefined>;
  /**
   * Charges an attempt that was quarantined because it had no price. Returns false when that attempt is not
   * quarantined.
   */
  chargeQuarantined(charge: LateCharge): Promise<boolean>;
  /** Newest first. */
  listLedger(filter: LedgerFilter): Promise<readonly LedgerEntry[]>;
  /** Recomputes every total from its rows, in one consistent read. */
  checkLedger(): Promise<LedgerReport>;
}
