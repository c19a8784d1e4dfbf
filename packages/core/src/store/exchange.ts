import type { DialectId, ErrorCode, Fidelity, Note, Usage } from '@parley/protocol';
import type { Nanos } from './money.ts';

/** How an exchange ended: whole, broken, or left by the client. */
export type Outcome = 'completed' | 'failed' | 'canceled';

/**
 * Whether the price of what was used is known: `quarantined` money is not charged yet, because its
 * model had no price; it is never taken for nothing.
 */
export type Pricing = 'priced' | 'free' | 'quarantined';

/**
 * One try at one target, in the order in which they were made. Offsets are whole milliseconds from the
 * start of the exchange.
 */
export interface AttemptRecord {
  /** From 1. */
  readonly number: number;
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly upstreamModel: string;
  readonly outbound: DialectId;
  /** The HTTP status of the upstream; absent when it did not answer. */
  readonly status?: number;
  /** Why it gave no whole answer, as are the two below; absent when it gave one. */
  readonly errorCode?: ErrorCode;
  /** A stable machine word, such as `first_byte_timeout`. */
  readonly reason?: string;
  /** As a caller may see it, at most 500 characters. */
  readonly message?: string;
  readonly startedMs: number;
  /** When the first bytes of the answer's body came; absent when none did. */
  readonly firstByteMs?: number;
  readonly endedMs: number;
  /** Absent when there was nothing to be paid for. */
  readonly usage?: Usage;
  readonly listNanos: Nanos;
  readonly chargedNanos: Nanos;
  /** Absent without usage. */
  readonly pricing?: Pricing;
}

/**
 * One finished exchange. It outlives its key: a driver takes any `keyId`. Numbers are whole; a
 * driver rounds fractions. Texts may hold any character; NUL and unpaired surrogates, which not
 * every database can hold, read back as U+FFFD.
 */
export interface ExchangeRecord {
  readonly id: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly group: string;
  /** The path that was called, such as `/v1/messages`. */
  readonly endpoint: string;
  readonly inbound: DialectId;
  /** Absent when no target was reached. */
  readonly outbound?: DialectId;
  /** The call name that served it; where there is none, what the caller wrote, if it is harmless. */
  readonly callName: string;
  readonly upstream?: string;
  /** The upstream's own model name. */
  readonly upstreamModel?: string;
  readonly stream: boolean;
  readonly outcome: Outcome;
  /** The HTTP status the caller saw; 499 when the caller left before there was one. */
  readonly status: number;
  readonly errorCode?: ErrorCode;
  /** A stable machine word, such as `price_unknown`. */
  readonly errorReason?: string;
  /** As the caller saw it, at most 500 characters. */
  readonly errorMessage?: string;
  /** How many targets were tried, 0 or more. */
  readonly attempts: number;
  /** One for each of them; none in records of versions that did not keep them. */
  readonly attemptRecords: readonly AttemptRecord[];
  /** Absent when the upstream reported nothing. */
  readonly usage?: Usage;
  /** By the price list, without the group's multiplier; 0 when quarantined. */
  readonly listNanos: Nanos;
  /** What the caller is charged; 0 when quarantined. */
  readonly chargedNanos: Nanos;
  readonly pricing: Pricing;
  readonly fidelity: Fidelity;
  readonly notes: readonly Note[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Whole milliseconds from start until the key was known; absent in records of older versions. */
  readonly authenticatedMs?: number;
  /** Whole milliseconds from start until its quota was held; absent when it was refused before. */
  readonly admittedMs?: number;
  /** Whole milliseconds from start to the answer's first byte; absent when there was none. */
  readonly firstByteMs?: number;
  /** Whole milliseconds from start to end. */
  readonly durationMs: number;
}

/** Exchanges are kept for so long at least, in milliseconds. */
export const shortestRetentionMs = 86_400_000;

/** Where a list goes on: after the exchange with this start and id. */
export interface ExchangeCursor {
  readonly startedAt: number;
  readonly id: string;
}

/** Every condition must hold. Times are milliseconds since 1970. */
export interface ExchangeConditions {
  readonly keyId?: string;
  readonly accountId?: string;
  readonly group?: string;
  readonly callName?: string;
  readonly upstream?: string;
  readonly outcome?: Outcome;
  readonly pricing?: Pricing;
  /** Started at this time or later. */
  readonly from?: number;
  /** Started before this time. */
  readonly until?: number;
  /** The HTTP status that the caller saw lies between these, both included. */
  readonly status?: { readonly from: number; readonly to: number };
  /** At least so much was charged. */
  readonly minNanos?: Nanos;
  /** The first byte took at least so long; who got none is not meant. */
  readonly minFirstByteMs?: number;
  /**
   * Stands in the code, reason or message of the error, in the call name or in the id. Upper and lower case
   * of ASCII letters are the same.
   */
  readonly text?: string;
}

export interface ExchangeFilter extends ExchangeConditions {
  readonly after?: ExchangeCursor;
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** Which settlements are looked for: the newest by the store's clock that meet every condition. */
export interface SettledFilter extends ExchangeConditions {
  /** Settled at this time or later, by the store's clock, in milliseconds since 1970. */
  readonly since: number;
  /** How many of the newest are looked at: a whole number from 1 to 10,000. */
  readonly limit: number;
}

/** An exchange that was settled. */
export interface SettledExchange {
  readonly id: string;
  /** Milliseconds since 1970, by the store's clock. */
  readonly settledAt: number;
}

/** Of which exchanges times are measured. */
export type LatencyQuery = Pick<
  ExchangeConditions,
  'keyId' | 'accountId' | 'group' | 'callName' | 'upstream' | 'from' | 'until'
>;

/**
 * Times in whole milliseconds by the nearest rank: the smallest one that is not exceeded by so many
 * percent of all, so that each of them really occurred.
 */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

export interface Latency {
  /** How many exchanges were looked at, whatever became of them. */
  readonly requests: number;
  /** From start to the answer's first byte, of those that had one; absent when none had. */
  readonly firstByte?: Percentiles;
  /** From start to end, of those that were completed; absent when none was. */
  readonly duration?: Percentiles;
}
