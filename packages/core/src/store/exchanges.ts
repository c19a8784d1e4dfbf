/**
 * Records of finished exchanges and their attempts, and the store methods that a driver implements for them.
 */
import type { DialectId, ErrorCode, Fidelity, Note, Usage } from '@parley/protocol';
import type { NanoUsd } from './money.ts';
import type { Deletion, Fields } from './records.ts';
import type { UsageQuery, UsageSum } from './usage.ts';

/** How an exchange ended: with a complete answer, with an error, or because the client disconnected. */
export type Outcome = 'completed' | 'failed' | 'canceled';

/** Whether the price is known: a `quarantined` charge has no price yet and is charged once it has one. */
export type Pricing = 'priced' | 'free' | 'quarantined';

/**
 * One attempt at one target. Offsets are whole milliseconds from the start of the exchange.
 */
export interface AttemptRecord {
  /** Starts at 1. */
  readonly number: number;
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly upstreamModel: string;
  readonly outbound: DialectId;
  /** The HTTP status of the upstream; absent when it sent no response. */
  readonly status?: number;
  /** Why the attempt failed, as do the two fields below; absent when it succeeded. */
  readonly errorCode?: ErrorCode;
  /** A stable machine-readable word, such as `first_byte_timeout`. */
  readonly reason?: string;
  /** Safe to show to clients, at most 500 characters. */
  readonly message?: string;
  readonly startedMs: number;
  /** When the first bytes of the response body arrived; absent when none did. */
  readonly firstByteMs?: number;
  readonly endedMs: number;
  /** Absent when nothing was used. */
  readonly usage?: Usage;
  readonly listNanoUsd: NanoUsd;
  readonly chargedNanoUsd: NanoUsd;
  /** What the target costs the operator; absent where that is not known. */
  readonly costNanoUsd?: NanoUsd;
  /** Absent without usage. */
  readonly pricing?: Pricing;
}

/** Whether an attempt counts as failed: not when its client disconnected. */
export function hasFailed({ errorCode }: Pick<AttemptRecord, 'errorCode'>): boolean {
  return errorCode !== undefined && errorCode !== 'canceled';
}

/**
 * One finished exchange. It outlives its key: a driver accepts any `keyId`. Numbers are whole; a driver
 * rounds fractions. Texts may contain any character; NUL and unpaired surrogates, which not every database
 * can store, are read back as U+FFFD.
 */
export interface ExchangeRecord {
  readonly id: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly group: string;
  /** The path of the request, such as `/v1/messages`. */
  readonly endpoint: string;
  readonly inbound: DialectId;
  /** Absent when no target was reached. */
  readonly outbound?: DialectId;
  /** The call name that was used; when there is none, what the client wrote, if it is safe to show. */
  readonly callName: string;
  readonly upstream?: string;
  /** The upstream's own model name. */
  readonly upstreamModel?: string;
  readonly stream: boolean;
  readonly outcome: Outcome;
  /** The HTTP status sent to the client; 499 when the client disconnected before there was one. */
  readonly status: number;
  readonly errorCode?: ErrorCode;
  /** A stable machine-readable word, such as `price_unknown`. */
  readonly errorReason?: string;
  /** As sent to the client, at most 500 characters. */
  readonly errorMessage?: string;
  /** The number of attempts, 0 or more. */
  readonly attempts: number;
  /** One for each attempt; empty in records of versions that did not store them. */
  readonly attemptRecords: readonly AttemptRecord[];
  /** Absent when the upstream reported nothing. */
  readonly usage?: Usage;
  /** What the targets cost the operator, by their own prices; absent where that is not known. */
  readonly costNanoUsd?: NanoUsd;
  /** At the quoted price, without the group's multiplier; 0 when quarantined. */
  readonly listNanoUsd: NanoUsd;
  /** What the key is charged; 0 when quarantined. */
  readonly chargedNanoUsd: NanoUsd;
  readonly pricing: Pricing;
  readonly fidelity: Fidelity;
  readonly notes: readonly Note[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Whole milliseconds from start until the key was authenticated; absent in records of older versions. */
  readonly authenticatedMs?: number;
  /** Whole milliseconds from start until its quota was reserved; absent when it was rejected before that. */
  readonly admittedMs?: number;
  /** Whole milliseconds from start to the first byte of the answer; absent when there was none. */
  readonly firstByteMs?: number;
  /** Whole milliseconds from start to end. */
  readonly durationMs: number;
}

/**
 * The call name under which an exchange is summed: empty if it failed before an upstream was called, because a
 * client may then have written any name, as often as it likes.
 */
export function summedCallName({
  callName,
  upstream,
  outcome,
}: Pick<ExchangeRecord, 'callName' | 'upstream' | 'outcome'>): string {
  return upstream === undefined && outcome !== 'completed' ? '' : callName;
}

/** Usage is stored in columns of its own, one for each token count. */
export const exchangeFields: Fields<Omit<ExchangeRecord, 'usage'>> = {
  id: 'word',
  keyId: 'word',
  accountId: 'word',
  group: 'word',
  endpoint: 'word',
  inbound: 'word',
  outbound: 'word',
  callName: 'text',
  upstream: 'word',
  upstreamModel: 'word',
  stream: 'flag',
  outcome: 'word',
  status: 'integer',
  errorCode: 'word',
  errorReason: 'text',
  errorMessage: 'text',
  attempts: 'integer',
  attemptRecords: 'json',
  listNanoUsd: 'integer',
  costNanoUsd: 'integer',
  chargedNanoUsd: 'integer',
  pricing: 'word',
  fidelity: 'word',
  notes: 'json',
  startedAt: 'integer',
  authenticatedMs: 'integer',
  admittedMs: 'integer',
  firstByteMs: 'integer',
  durationMs: 'integer',
};

/** The shortest time that exchanges are kept, in milliseconds. */
export const shortestRetentionMs = 86_400_000;

/** The start and id of the exchange after which a list continues. */
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
  /** Range of the HTTP status sent to the client, inclusive. */
  readonly status?: { readonly from: number; readonly to: number };
  /** The minimum amount charged. */
  readonly minNanoUsd?: NanoUsd;
  /** The minimum time to the first byte; exchanges without a first byte are excluded. */
  readonly minFirstByteMs?: number;
  /**
   * Part of the error's code, reason or message, the call name or the id; ASCII letters match in either case.
   */
  readonly text?: string;
}

/** Selects one page of exchanges. */
export interface ExchangeFilter extends ExchangeConditions {
  readonly after?: ExchangeCursor;
  /** The maximum number of exchanges: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** Selects an exchange by its place in a list. */
export interface ExchangePlace extends Pick<
  ExchangeConditions,
  'keyId' | 'accountId' | 'from' | 'until'
> {
  /** How many newer exchanges there are: a whole number, 0 or more. */
  readonly newer: number;
}

/** Selects the newest settlements, by the store's clock, that meet every condition. */
export interface SettledFilter extends ExchangeConditions {
  /** Settled at this time or later, by the store's clock, in milliseconds since 1970. */
  readonly since: number;
  /** How many of the newest settlements are searched: a whole number from 1 to 10,000. */
  readonly limit: number;
}

/** A settled exchange. */
export interface SettledExchange {
  readonly id: string;
  /** Milliseconds since 1970, by the store's clock. */
  readonly settledAt: number;
}

/** Selects the exchanges whose latency is measured. */
export type LatencyQuery = Pick<
  ExchangeConditions,
  'keyId' | 'accountId' | 'group' | 'callName' | 'upstream' | 'from' | 'until'
>;

/** Percentiles in whole milliseconds by the nearest-rank method, so each is a measured value. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** How long the selected exchanges took, in milliseconds. */
export interface Latency {
  /** How many exchanges were selected, whatever their outcome. */
  readonly requests: number;
  /** From start to the first byte of the answer, over exchanges that had one; absent when none had. */
  readonly firstByte?: Percentiles;
  /** From start to end, over completed exchanges; absent when there are none. */
  readonly duration?: Percentiles;
}

/** Records of finished exchanges. */
export interface ExchangeStore {
  findExchange(id: string): Promise<ExchangeRecord | undefined>;
  /** Returns the exchanges that exist, in no order. @throws RangeError when there are more than 1,000 ids */
  findExchanges(ids: readonly string[]): Promise<readonly ExchangeRecord[]>;
  /**
   * Newest first, by the time they started.
   * @throws RangeError when the limit is outside its range
   */
  listExchanges(filter: ExchangeFilter): Promise<readonly ExchangeRecord[]>;
  /**
   * When the exchange at a place started, in milliseconds since 1970; `undefined` when there are not as many. It reads
   * an index alone, so that a search can be limited to a number of exchanges.
   */
  findExchangeStart(place: ExchangePlace): Promise<number | undefined>;
  /**
   * Newest settlement first. Settlements of several processes may appear out of order: an earlier one may
   * become visible after a later one.
   * @throws RangeError when the limit is outside its range
   */
  listSettled(filter: SettledFilter): Promise<readonly SettledExchange[]>;
  /** The store's clock, in milliseconds since 1970. */
  readTime(): Promise<number>;
  /**
   * Deletes the oldest exchanges that started before a time and returns how many. Exchanges of the last day
   * by the store's clock and quarantined ones are not deleted. The ledger and the sums of usage stay, and an
   * exchange that was charged cannot be settled again.
   * @throws RangeError when the limit is outside its range
   */
  deleteExchanges(deletion: Deletion): Promise<number>;
  sumUsage(query: UsageQuery): Promise<readonly UsageSum[]>;
  measureLatency(query: LatencyQuery): Promise<Latency>;
}
