/** Reservations, settlements and the ledger, and the store methods that a driver implements for them. */
import type { Usage } from '@parley/protocol';
import type { ExchangeRecord, Pricing } from './exchanges.ts';
import type { KeyLimits, LimitName, NanoUsd } from './money.ts';
import type { Fields } from './records.ts';

/** What is reserved for a request before the upstream call, and the minimum. */
export interface ReservedAmounts {
  /** What the request will cost; 0 for a request that costs nothing. */
  readonly nanoUsd: NanoUsd;
  /** The cost of its prompt and a short reply, without which it cannot start. At most `nanoUsd`. */
  readonly leastNanoUsd: NanoUsd;
  /** The tokens that it will use, and the minimum. */
  readonly tokens: number;
  readonly leastTokens: number;
}

export interface RequestedAmounts extends ReservedAmounts {
  /** What it takes from the tokens per minute until the actual count is known. */
  readonly rateTokens: number;
  /**
   * The upper bound of its cost and tokens. It is reserved instead when a limit has room for only a few such
   * requests. Absent where one request may exceed a limit (`overdraft`).
   */
  readonly bound?: ReservedAmounts;
}

export interface ReservationRequest {
  readonly exchangeId: string;
  readonly keyId: string;
  readonly accountId: string;
  /** The key's limits, as in its record. */
  readonly limits: KeyLimits;
  readonly amounts: RequestedAmounts;
  /**
   * True for the last try, after which the client stops waiting. The request then gets what is free if that
   * covers the minimum, instead of waiting for what other exchanges have reserved.
   */
  readonly last: boolean;
  /** The process that owns the reservation and renews it. */
  readonly owner: string;
  /** How long it lives without being renewed, in milliseconds. */
  readonly lifeMs: number;
}

/** Raises what the reservation of a running exchange holds. */
export interface ReservationExtension extends Pick<
  ReservationRequest,
  'exchangeId' | 'keyId' | 'accountId' | 'limits'
> {
  /** What it holds afterwards, in all; less than it holds now changes nothing. */
  readonly nanoUsd: NanoUsd;
  readonly tokens: number;
  /** True when it may exceed its limits, provided that none of them is exceeded yet. */
  readonly overdraft: boolean;
}

/** How much of a limit per minute is left, for the rate limit headers. */
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
       * What may be used: at least the requested minimum, at most the upper bound. Reserved where it is
       * limited.
       */
      readonly nanoUsd: NanoUsd;
      readonly tokens: number;
      /** Present when the upper bound was reserved, because a limit is near its end. */
      readonly isBound?: true;
      readonly standing: Standing;
    }
  /** There is enough, but running exchanges have reserved it: try again soon. */
  | { readonly kind: 'held'; readonly limit: LimitName }
  | {
      readonly kind: 'refused';
      readonly limit: LimitName;
      /** When a retry may succeed, in milliseconds since 1970; absent when unknown. */
      readonly retryAt?: number;
      /** Present when the limit is not used up, but reserved by running exchanges. */
      readonly isHeld?: true;
      /**
       * What the request may use, and what is left of the limit: in nano-dollars, or in tokens for
       * `key_tokens`. Absent for limits of rates and concurrency.
       */
      readonly needed?: number;
      readonly left?: number;
      readonly standing: Standing;
    };

/** A top-up and an adjustment change what is granted, a charge what is spent. */
export type LedgerKind = 'top-up' | 'adjustment' | 'charge';

/** One movement of money. Rows are only added. */
export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  /** Milliseconds since 1970, by the store's clock. */
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
}

/** The charge of a quarantined attempt whose price is now known. */
export type LateCharge = Required<
  Pick<LedgerEntry, 'exchangeId' | 'attempt' | 'nanoUsd' | 'listNanoUsd' | 'arithmetic'>
> &
  Pick<LedgerEntry, 'costNanoUsd'>;

export interface Credit {
  /** Chosen by the caller of the method; a second credit with the same id changes nothing. */
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
   * Raises what a reservation holds. Returns false, and changes nothing, when a limit does not allow it or
   * when there is no such reservation.
   * @throws RangeError when an amount cannot be stored exactly
   */
  extendReservation(extension: ReservationExtension): Promise<boolean>;
  /**
   * Ends an exchange in one transaction: writes its record and its charges and releases its reservation. A
   * second settlement of the same exchange changes nothing and resolves once the first one is on disk. An
   * exchange without a reservation is charged too.
   * @throws RangeError when a number is not finite or too large to be stored exactly
   */
  settle(settlement: Settlement): Promise<void>;
  /** Releases a reservation of which nothing was used; without a reservation it does nothing. */
  release(exchangeId: string): Promise<void>;
  /** Extends all reservations of an owner by `lifeMs`. */
  renewReservations(owner: string, lifeMs: number): Promise<void>;
  /** Releases the expired reservations and returns how many. */
  freeExpired(): Promise<number>;
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
