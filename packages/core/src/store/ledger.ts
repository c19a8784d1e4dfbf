/** Reservations, settlements and the ledger of all money, and what a driver does with them. */
import type { Usage } from '@parley/protocol';
import type { ExchangeRecord, Pricing } from './exchanges.ts';
import type { KeyLimits, LimitName, NanoUsd } from './money.ts';
import type { Fields } from './records.ts';

/** What a call may use at most and what it needs at least, which is reserved before its upstream is called. */
export interface RequestedAmounts {
  /** Upper bound of its cost; 0 for a call that costs nothing. */
  readonly nanoUsd: NanoUsd;
  /** The cost of its prompt and a short answer, without which it cannot begin. At most `nanoUsd`. */
  readonly leastNanoUsd: NanoUsd;
  /** Upper bound of its tokens, and the least. */
  readonly tokens: number;
  readonly leastTokens: number;
  /** What it takes from the tokens per minute until the real number is known. */
  readonly rateTokens: number;
}

export interface ReservationRequest {
  readonly exchangeId: string;
  readonly keyId: string;
  readonly accountId: string;
  /** The key's limits, as its record has them. */
  readonly limits: KeyLimits;
  readonly amounts: RequestedAmounts;
  /**
   * True for the last attempt, after which the caller waits no longer. The call then gets what is free
   * as long as that is the least it needs, instead of waiting for what others have reserved.
   */
  readonly last: boolean;
  /** The process that owns the reservation and renews it. */
  readonly owner: string;
  /** How long it lives without being renewed, in milliseconds. */
  readonly lifeMs: number;
}

/** How much of a limit per minute is left, as rate limit headers tell it. */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  /** When all of it is available again, in milliseconds since 1970. */
  readonly wholeAt: number;
}

export interface Standing {
  readonly requests?: RateStanding;
  readonly tokens?: RateStanding;
}

export type ReserveOutcome =
  | {
      readonly kind: 'granted';
      /**
       * What may be used: at least the least that was asked for, at most the upper bound. It is
       * reserved where it is limited.
       */
      readonly nanoUsd: NanoUsd;
      readonly tokens: number;
      readonly standing: Standing;
    }
  /** There is enough, but running exchanges have reserved it: ask again soon. */
  | { readonly kind: 'held'; readonly limit: LimitName }
  | {
      readonly kind: 'refused';
      readonly limit: LimitName;
      /** When a retry may succeed, in milliseconds since 1970; absent when that is not known. */
      readonly retryAt?: number;
      /** Present when the limit is not used up, but reserved by running exchanges. */
      readonly isHeld?: true;
      readonly standing: Standing;
    };

/** A top-up and an adjustment change what is granted, a charge what is spent. */
export type LedgerKind = 'top-up' | 'adjustment' | 'charge';

/** One movement of money. Rows are only ever added. */
export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  readonly accountId: string;
  /** The amount granted or charged; adjustments may be negative. */
  readonly nanoUsd: NanoUsd;
  /** Only charges have it and the fields below, except `note`. */
  readonly keyId?: string;
  readonly exchangeId?: string;
  /** Which attempt of the exchange, from 1. */
  readonly attempt?: number;
  readonly upstream?: string;
  readonly upstreamModel?: string;
  readonly usage?: Usage;
  /** By the price list, without the group's multiplier. */
  readonly listNanoUsd?: NanoUsd;
  readonly pricing?: Pricing;
  /** How the amount was computed, as JSON text: prices, multiplier and their dates. */
  readonly arithmetic?: string;
  /** What a person wrote about it. */
  readonly note?: string;
}

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
  pricing: 'word',
  arithmetic: 'word',
  note: 'text',
};

/** The charge of one attempt, before the store gives it its time. */
export type AttemptCharge = Required<
  Pick<LedgerEntry, 'attempt' | 'nanoUsd' | 'listNanoUsd' | 'pricing'>
> &
  Pick<LedgerEntry, 'upstream' | 'upstreamModel' | 'usage' | 'arithmetic'>;

/** The end of an exchange: its record and one charge for each attempt. */
export interface Settlement {
  readonly record: ExchangeRecord;
  readonly charges: readonly AttemptCharge[];
  /** The key's limits, whose current periods are charged. */
  readonly limits: KeyLimits;
}

/** The charge of a quarantined attempt whose price is known now. */
export type LateCharge = Required<
  Pick<LedgerEntry, 'exchangeId' | 'attempt' | 'nanoUsd' | 'listNanoUsd' | 'arithmetic'>
>;

export interface Credit {
  /** Chosen by the caller; a second credit with the same id changes nothing. */
  readonly id: string;
  readonly kind: 'top-up' | 'adjustment';
  readonly accountId: string;
  /** Above 0 for a top-up; any amount but 0 for an adjustment. */
  readonly nanoUsd: NanoUsd;
  readonly note?: string;
}

export interface LedgerFilter {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly exchangeId?: string;
  readonly kind?: LedgerKind;
  /** In milliseconds since 1970: from this time on, and before that one. */
  readonly from?: number;
  readonly until?: number;
  /** Goes on after this entry. */
  readonly after?: { readonly at: number; readonly id: string };
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** A total that differs from the sum of its rows. */
export interface LedgerFault {
  readonly subject: 'account' | 'key' | 'exchange';
  readonly id: string;
  /** Such as `spent`. */
  readonly total: string;
  /** The stored total, and the sum of the rows behind it. */
  readonly stated: number;
  readonly counted: number;
}

/** The result of checking all money. Every total is right when there are no faults. */
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

/** Every movement of money. All times are those of the store's own clock. */
export interface LedgerStore {
  /** Reserves money, tokens, rate and a concurrency slot, all of them or none, in one step. */
  reserve(request: ReservationRequest): Promise<ReserveOutcome>;
  /**
   * Ends an exchange in one transaction: writes its record and its charges and releases its
   * reservation. A second settlement of the same exchange changes nothing and resolves once the first
   * one is on disk. An exchange without a reservation is charged too.
   * @throws RangeError when a number is not finite or too large to be kept exactly.
   */
  settle(settlement: Settlement): Promise<void>;
  /** Releases a reservation of which nothing was used; without one nothing happens. */
  release(exchangeId: string): Promise<void>;
  /** Extends all reservations of an owner by another life. */
  renewReservations(owner: string, lifeMs: number): Promise<void>;
  /** Releases the reservations that have expired, and gives how many. */
  freeExpired(): Promise<number>;
  /**
   * Changes what an account was granted. Gives the entry, or nothing when there is no such account.
   * @throws RangeError when the amount cannot be kept exactly, or would take away more than is free.
   */
  credit(credit: Credit): Promise<LedgerEntry | undefined>;
  /**
   * Charges an attempt that was quarantined for want of a price. Gives false when that attempt is not
   * quarantined.
   */
  chargeQuarantined(charge: LateCharge): Promise<boolean>;
  /** Newest first. */
  listLedger(filter: LedgerFilter): Promise<readonly LedgerEntry[]>;
  /** Recomputes every total from its rows, at one moment. */
  checkLedger(): Promise<LedgerReport>;
}
