import type { Usage } from '@parley/protocol';
import type { ExchangeRecord, Pricing } from './exchange.ts';
import type { KeyLimits, LimitName, Nanos } from './money.ts';

/** What a call wants held before its upstream is called. */
export interface Demand {
  /** Upper bound of its cost; 0 for a call that costs nothing. */
  readonly nanos: Nanos;
  /** The least with which it can begin: its prompt and a short answer. At most `nanos`. */
  readonly leastNanos: Nanos;
  /** Upper bound of its tokens, and the least. */
  readonly tokens: number;
  readonly leastTokens: number;
  /** What it takes from the tokens per minute until the real number is known. */
  readonly rateTokens: number;
}

export interface ReserveRequest {
  readonly exchangeId: string;
  readonly keyId: string;
  readonly accountId: string;
  /** The key's limits, as its record has them. */
  readonly limits: KeyLimits;
  readonly demand: Demand;
  /**
   * True when the caller will wait no longer: what others hold is then not waited for, and the call
   * gets what is free as long as that is the least it needs.
   */
  readonly last: boolean;
  /** The process that holds it and keeps it alive. */
  readonly owner: string;
  /** How long it lives without being renewed, in milliseconds. */
  readonly lifeMs: number;
}

/** How far a limit is used, as headers tell it. Times are milliseconds since 1970. */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  readonly wholeAt: number;
}

export interface Standing {
  readonly requests?: RateStanding;
  readonly tokens?: RateStanding;
}

/** What became of a reservation's request. */
export type ReserveOutcome =
  | {
      readonly kind: 'granted';
      /**
       * What may be used: at least the least that was asked for, at most the upper bound. It is held
       * where it is limited.
       */
      readonly nanos: Nanos;
      readonly tokens: number;
      readonly standing: Standing;
    }
  /** There is enough, but running exchanges hold it: ask again soon. */
  | { readonly kind: 'held'; readonly limit: LimitName }
  | {
      readonly kind: 'refused';
      readonly limit: LimitName;
      /** When it is worth asking again, in milliseconds since 1970; absent when nobody knows. */
      readonly retryAt?: number;
      /** There when it is not used up, but running exchanges still hold it. */
      readonly isHeld?: true;
      readonly standing: Standing;
    };

/** What happens to money: a top-up and an adjustment change what is granted, a charge what is spent. */
export type LedgerKind = 'top-up' | 'adjustment' | 'charge';

/** One movement of money. Rows are only ever added. */
export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  readonly accountId: string;
  /** What was granted, or charged; adjustments may be negative. */
  readonly nanos: Nanos;
  /** Of a charge, as are all the others but `note`. */
  readonly keyId?: string;
  readonly exchangeId?: string;
  /** Which attempt of the exchange, from 1. */
  readonly attempt?: number;
  readonly upstream?: string;
  readonly upstreamModel?: string;
  readonly usage?: Usage;
  /** By the price list, without the group's multiplier. */
  readonly listNanos?: Nanos;
  readonly pricing?: Pricing;
  /** How the amount came about, as JSON text: prices, multiplier and their dates. */
  readonly arithmetic?: string;
  /** What a person wrote about it. */
  readonly note?: string;
}

/** The charge of one attempt, before the store gives it its time. */
export type AttemptCharge = Required<
  Pick<LedgerEntry, 'attempt' | 'nanos' | 'listNanos' | 'pricing'>
> &
  Pick<LedgerEntry, 'upstream' | 'upstreamModel' | 'usage' | 'arithmetic'>;

/** The end of an exchange: its record and what it cost, one charge an attempt. */
export interface Settlement {
  readonly record: ExchangeRecord;
  readonly charges: readonly AttemptCharge[];
  /** The key's limits, whose running periods are charged. */
  readonly limits: KeyLimits;
}

export interface Credit {
  /** Chosen by the caller; a second credit with the same id changes nothing. */
  readonly id: string;
  readonly kind: 'top-up' | 'adjustment';
  readonly accountId: string;
  /** Above 0 for a top-up; any amount but 0 for an adjustment. */
  readonly nanos: Nanos;
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

/** A total that does not add up. */
export interface LedgerFault {
  readonly subject: 'account' | 'key' | 'exchange';
  readonly id: string;
  /** Such as `spent`. */
  readonly total: string;
  /** What the total says, and what the rows behind it add up to. */
  readonly stated: number;
  readonly counted: number;
}

/** What a check of all money found. The invariant holds when there are no faults. */
export interface LedgerReport {
  readonly accounts: number;
  readonly keys: number;
  readonly entries: number;
  readonly openReservations: number;
  readonly expiredReservations: number;
  readonly granted: Nanos;
  readonly spent: Nanos;
  readonly reserved: Nanos;
  readonly quarantinedCharges: number;
  /** At most 100. */
  readonly faults: readonly LedgerFault[];
}
