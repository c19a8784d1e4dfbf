/** Reserves in one round trip: holds everything first, and decides on the states that were there before. */
import { fullHold, keyLimitsMoney } from '@parley/core/ledger';
import type { ReservationRequest, ReserveOutcome } from '@parley/core/store';
import type { LedgerTransaction } from '../ledger-transaction.ts';
import type { TentativeHold, TentativeStatements } from '../tentative-statements.ts';
import type { Result } from './group-commit.ts';
import { reserveAll } from './reservations.ts';
import { judgeHolds } from './tentative-verdict.ts';

type Requests = readonly ReservationRequest[];
type Results = readonly Result<ReserveOutcome>[];

interface TentativeParts {
  readonly tentative: TentativeStatements;
  readonly transact: LedgerTransaction;
}

/** Larger amounts are decided under locks, so that no sum of what is held first is too large to be exact. */
const mostHeld = 2 ** 40;

/**
 * What the requests of a key may delay its rates by: the minute in which an empty bucket refills. More could not be
 * granted, and other processes would see a bucket that is empty for longer than it can be.
 */
const longestDelayMs = 60_000;

/** The maximum number of keys that are remembered. */
const mostKeys = 10_000;

/**
 * Reserves tentatively, unless the last reservation of a key had to be corrected: near the end of a limit the
 * decision is made under locks at once, so that requests that are refused again and again hold nothing that
 * others could have. So it is for a key whose requests together take more of a rate than its bucket holds.
 */
export function createTentativeReserve(
  parts: TentativeParts,
): (requests: Requests) => Promise<Results> {
  const tentative = new TentativeReserve(parts);
  return (requests) => tentative.reserve(requests);
}

class TentativeReserve {
  readonly #parts: TentativeParts;
  /** Keys whose last reservation was corrected. */
  readonly #corrected = new Set<string>();

  constructor(parts: TentativeParts) {
    this.#parts = parts;
  }

  async reserve(requests: Requests): Promise<Results> {
    const tried: ReservationRequest[] = [];
    const others: ReservationRequest[] = [];
    const ids = new Set<string>();
    const bursts = findBursts(requests);
    for (const request of requests) {
      // The statement takes distinct ids.
      const mayTry =
        !ids.has(request.id) &&
        !this.#corrected.has(request.keyId) &&
        !bursts.has(request.keyId) &&
        !isLarge(request);
      ids.add(request.id);
      (mayTry ? tried : others).push(request);
    }
    const [first, second] = await Promise.all([
      this.#reserveTentatively(tried),
      this.#reserveUnderLocks(others),
    ]);
    const results = new Map([...pair(tried, first), ...pair(others, second)]);
    return requests.map((request) => results.get(request) as Result<ReserveOutcome>);
  }

  async #reserveTentatively(requests: Requests): Promise<Results> {
    if (requests.length === 0) return [];
    const { tentative } = this.#parts;
    const verdict = judgeHolds(requests, await tentative.hold(requests.map(toHold)));
    if (verdict.kind === 'undone') {
      for (const correction of verdict.corrections) await tentative.correct(correction);
      return this.#reserveUnderLocks(requests);
    }
    const { correction } = verdict;
    const isDecided = correction === undefined || (await tentative.correct(correction));
    // Those of the reservations that have not expired are released there.
    if (!isDecided) return this.#reserveUnderLocks(requests);
    this.#remember(requests, verdict.results);
    return verdict.results;
  }

  async #reserveUnderLocks(requests: Requests): Promise<Results> {
    const results = await reserveAll(this.#parts.transact, requests);
    this.#remember(requests, results);
    return results;
  }

  #remember(requests: Requests, results: Results): void {
    for (const [request, result] of pair(requests, results)) {
      if (this.#corrected.size >= mostKeys) this.#corrected.clear();
      if (isWhole(request, result)) this.#corrected.delete(request.keyId);
      else this.#corrected.add(request.keyId);
    }
  }
}

function pair(
  requests: Requests,
  results: Results,
): (readonly [ReservationRequest, Result<ReserveOutcome> | undefined])[] {
  return requests.map((request, index) => [request, results[index]]);
}

function toHold(request: ReservationRequest): TentativeHold {
  return { request, full: fullHold(request, true), isLimited: keyLimitsMoney(request) };
}

function isLarge(request: ReservationRequest): boolean {
  const { nanoUsd, tokens } = fullHold(request, true);
  return nanoUsd > mostHeld || tokens > mostHeld;
}

/** The keys whose requests together take more of a rate than its bucket holds. */
function findBursts(requests: Requests): ReadonlySet<string> {
  const delays = new Map<string, { readonly requestsMs: number; readonly rateMs: number }>();
  const bursts = new Set<string>();
  for (const request of requests) {
    const { keyId } = request;
    const full = fullHold(request, true);
    const others = delays.get(keyId) ?? { requestsMs: 0, rateMs: 0 };
    const requestsMs = others.requestsMs + full.requestsMs;
    const rateMs = others.rateMs + full.rateMs;
    delays.set(keyId, { requestsMs, rateMs });
    if (requestsMs > longestDelayMs || rateMs > longestDelayMs) bursts.add(keyId);
  }
  return bursts;
}

/** Whether a request got all that it asked for, so that no limit is near its end. */
function isWhole(request: ReservationRequest, result: Result<ReserveOutcome> | undefined): boolean {
  if (result?.kind !== 'done' || result.value.kind !== 'granted') return false;
  const { isBound, ahead } = result.value;
  return isBound === undefined && ahead === (request.ahead ?? 0);
}
