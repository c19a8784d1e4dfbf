/** Reservations: what is asked for, held and granted, and how settlements draw on it. */
import type { KeyLimits, LimitName, NanoUsd } from './money.ts';

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

/** What a request asks to reserve. */
export interface RequestedAmounts extends ReservedAmounts {
  /** What it takes from the tokens per minute until the actual count is known. */
  readonly rateTokens: number;
  /**
   * The upper bound of its cost and tokens. It is reserved instead when a limit has room for only a few such
   * requests. Absent where one request may exceed a limit (`overdraft`).
   */
  readonly bound?: ReservedAmounts;
}

/** An amount of money and of tokens. */
export interface Amount {
  readonly nanoUsd: NanoUsd;
  readonly tokens: number;
}

/** What a reservation holds of its key and account; 0 where nothing is limited. */
export interface Held extends Amount {
  /** By how many milliseconds it delays the time when all tokens per minute are available again. */
  readonly rateMs: number;
  /** Of the requests per minute. */
  readonly requests: number;
  /** How many of its requests may run at the same time; counted among those that run of the key. */
  readonly slots: number;
}

/** What is to be reserved for an exchange before an upstream is called. */
export interface ReservationRequest {
  /** The reservation's id: that of the exchange that asks for it. */
  readonly id: string;
  readonly keyId: string;
  readonly accountId: string;
  /** The key's limits, as in its record. */
  readonly limits: KeyLimits;
  readonly amounts: RequestedAmounts;
  /**
   * For how many further requests of the same amounts it may hold amounts, at most; 0 when absent. It holds
   * them for fewer, or for none, where a limit has not much left.
   */
  readonly ahead?: number;
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

/** Changes what a reservation holds. */
export interface ReservationExtension extends Pick<
  ReservationRequest,
  'id' | 'keyId' | 'accountId' | 'limits'
> {
  /** What it holds in addition; below 0, it gives back as much, at most all that it holds. */
  readonly moreNanoUsd: NanoUsd;
  readonly moreTokens: number;
  /** True when these amounts, from 0, are what it holds in all: it gets what it lacks of them, and gives back nothing. */
  readonly inTotal?: true;
  /** At most 0: slots that it gives back. */
  readonly moreSlots?: number;
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

/** What is left of the rate limits of a key; a limit that the key does not have is absent. */
export interface Standing {
  readonly requests?: RateStanding;
  readonly tokens?: RateStanding;
}

/** What the tightest limits left when a reservation was granted. */
export interface Room {
  /** When it was granted, in milliseconds since 1970, by the clock of `Standing`. */
  readonly at: number;
  /** What is not used, whether it is reserved or not; absent where money or tokens are not limited. */
  readonly nanoUsd?: NanoUsd;
  readonly tokens?: number;
}

/** Whether it was reserved; if not, which limit was in the way. */
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
      /** All that the reservation holds, for this request and for those ahead. */
      readonly held: Held;
      /** For how many further requests it holds amounts. */
      readonly ahead: number;
      /** Present together with requests ahead. */
      readonly room?: Room;
      /** As if nothing was taken for the requests ahead. */
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

/**
 * The reservation that pays for an exchange. With the last exchange of a reservation, all that it still holds
 * is released. Any other exchange takes one request and these amounts out of it, at most what it holds.
 */
export type SettledReservation =
  | { readonly id: string; readonly isLast: true }
  | ({ readonly id: string; readonly isLast: false } & Pick<Held, 'nanoUsd' | 'tokens' | 'rateMs'>);
