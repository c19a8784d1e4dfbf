/** Reserves in one round trip: holds everything first, and decides on the states that were there before. */
import { decideReserve, fullHold, limitsMoney } from '@parley/core/ledger';
import type { Held, KeyState, ReservationRequest, ReserveOutcome } from '@parley/core/store';
import type {
  LedgerTransaction,
  Owners,
  StateChange,
  States,
  TentativeAnswer,
  TentativeCorrection,
  TentativeHold,
  TentativeStatements,
} from '../hot-statements.ts';
import type { Result } from './group-commit.ts';
import { LockedStates } from './locked-states.ts';
import { reserveAll } from './reservations.ts';

type Reserve = (
  requests: readonly ReservationRequest[],
) => Promise<readonly Result<ReserveOutcome>[]>;

interface TentativeParts {
  readonly tentative: TentativeStatements;
  readonly transact: LedgerTransaction;
}

/** Larger amounts are decided under locks, so that no sum of what is held first is too large to be exact. */
const mostHeld = 2 ** 40;

/** The maximum number of keys that are remembered. */
const mostKeys = 10_000;

/**
 * Reserves tentatively, unless the last reservation of a key had to be corrected: near the end of a limit the
 * decision is made under locks at once, so that requests that are refused again and again hold nothing that
 * others could have.
 */
export function createTentativeReserve({ tentative, transact }: TentativeParts): Reserve {
  const corrected = new Set<string>();
  const remember = ({ keyId }: ReservationRequest, isCorrected: boolean): void => {
    if (corrected.size >= mostKeys) corrected.clear();
    if (isCorrected) corrected.add(keyId);
    else corrected.delete(keyId);
  };

  const reserveUnderLocks: Reserve = async (requests) => {
    const results = await reserveAll(transact, requests);
    for (const [index, request] of requests.entries()) {
      remember(request, !isWhole(request, results[index]));
    }
    return results;
  };

  const reserveTentatively: Reserve = async (requests) => {
    if (requests.length === 0) return [];
    const answer = await tentative.hold(requests.map(toHold));
    const verdict = judge(requests, answer);
    if (verdict.kind === 'undone') {
      await tentative.correct(verdict.correction);
      return reserveUnderLocks(requests);
    }
    if (verdict.correction !== undefined) await tentative.correct(verdict.correction);
    for (const [index, request] of requests.entries()) {
      remember(request, !isWhole(request, verdict.results[index]));
    }
    return verdict.results;
  };

  return async (requests) => {
    const ids = new Set<string>();
    const mayTry = (request: ReservationRequest): boolean => {
      const isNew = !ids.has(request.id);
      ids.add(request.id);
      return isNew && !corrected.has(request.keyId) && !isLarge(request);
    };
    const tried = requests.filter(mayTry);
    const isTried = new Set(tried);
    const others = requests.filter((request) => !isTried.has(request));
    const [first, second] = await Promise.all([
      reserveTentatively(tried),
      reserveUnderLocks(others),
    ]);
    const results = [...first].reverse();
    const rest = [...second].reverse();
    return requests.map(
      (request) => (isTried.has(request) ? results.pop() : rest.pop()) as Result<ReserveOutcome>,
    );
  };
}

function toHold(request: ReservationRequest): TentativeHold {
  return { request, full: fullHold(request, true), isLimited: limitsMoney(request) };
}

function isLarge(request: ReservationRequest): boolean {
  const { nanoUsd, tokens } = fullHold(request, true);
  return nanoUsd > mostHeld || tokens > mostHeld;
}

/** Whether a request got all that it asked for, so that no limit is near its end. */
function isWhole(request: ReservationRequest, result: Result<ReserveOutcome> | undefined): boolean {
  if (result?.kind !== 'done' || result.value.kind !== 'granted') return false;
  const { isBound, ahead } = result.value;
  return isBound === undefined && ahead === (request.ahead ?? 0);
}

type Verdict =
  | { readonly kind: 'undone'; readonly correction: TentativeCorrection }
  | {
      readonly kind: 'decided';
      readonly results: readonly Result<ReserveOutcome>[];
      /** Absent when exactly what was held is granted. */
      readonly correction?: TentativeCorrection;
    };

/** Decides on the states as they were before, one request after the other, and compares. */
function judge(requests: readonly ReservationRequest[], answer: TentativeAnswer): Verdict {
  const holds = requests.map((request) => ({
    request,
    held: fullHold(request, answer.prepaid.has(request.accountId)),
  }));
  const before = subtract(answer.states, holds);
  const undo = (): Verdict => ({
    kind: 'undone',
    correction: {
      states: compare(before, answer.states, requests),
      deletedReservations: [...answer.added],
      changedReservations: [],
      begun: [],
    },
  });
  if (answer.added.size < requests.length) return undo();
  const states = new LockedStates(before, requests);
  const results: Result<ReserveOutcome>[] = [];
  const deletedReservations: string[] = [];
  const changedReservations: { id: string; held: Held }[] = [];
  for (const { request, held } of holds) {
    const decision = decide(states, request, answer);
    if (decision === undefined) return undo();
    const { outcome, granted } = decision;
    results.push({ kind: 'done', value: outcome });
    if (granted === undefined) {
      deletedReservations.push(request.id);
    } else if (exceeds(granted.held, held)) {
      return undo();
    } else if (!isSameHeld(granted.held, held)) {
      changedReservations.push({ id: request.id, held: granted.held });
    }
    if (granted !== undefined) states.set(granted);
  }
  const after = states.all();
  const correction = {
    states: compare(after, answer.states, requests).filter(isChange),
    deletedReservations,
    changedReservations,
    begun: findBegun(before, after),
  };
  const isExact = Object.values(correction).every(({ length }) => length === 0);
  return { kind: 'decided', results, ...(!isExact && { correction }) };
}

/** Returns `undefined` when a number could not be stored exactly. */
function decide(
  states: LockedStates,
  request: ReservationRequest,
  { prepaid, now }: TentativeAnswer,
): ReturnType<typeof decideReserve> | undefined {
  try {
    const current = { ...states.get(request), prepaid: prepaid.has(request.accountId), now };
    return decideReserve({ ...request, ...current });
  } catch {
    return undefined;
  }
}

/** A time of the rates differs by what the clock advances within a statement, in milliseconds. */
const toleranceMs = 2;

function exceeds(granted: Held, held: Held): boolean {
  return (
    granted.nanoUsd > held.nanoUsd || granted.tokens > held.tokens || granted.slots > held.slots
  );
}

function isSameHeld(one: Held, other: Held): boolean {
  return (
    one.nanoUsd === other.nanoUsd &&
    one.tokens === other.tokens &&
    one.slots === other.slots &&
    one.requests === other.requests &&
    Math.abs(one.rateMs - other.rateMs) <= toleranceMs
  );
}

interface Hold {
  readonly request: ReservationRequest;
  readonly held: ReturnType<typeof fullHold>;
}

/** The states without what was held. */
function subtract({ keys, accounts }: States, holds: readonly Hold[]): States {
  const ofKey = sumBy(holds, ({ keyId }) => keyId);
  const ofAccount = sumBy(holds, ({ accountId }) => accountId);
  return {
    keys: keys.map((key) => {
      const held = ofKey.get(key.keyId) ?? nothing;
      return {
        ...key,
        reservedNanoUsd: key.reservedNanoUsd - held.nanoUsd,
        reservedTokens: key.reservedTokens - held.tokens,
        running: key.running - held.slots,
        requestsWholeAt: key.requestsWholeAt - held.requestsMs,
        tokensWholeAt: key.tokensWholeAt - held.rateMs,
      };
    }),
    accounts: accounts.map((account) => ({
      ...account,
      reserved: account.reserved - (ofAccount.get(account.accountId) ?? nothing).nanoUsd,
    })),
  };
}

const nothing = { nanoUsd: 0, tokens: 0, slots: 0, requestsMs: 0, rateMs: 0 };

function sumBy(holds: readonly Hold[], nameOf: (owners: Owners) => string) {
  const sums = new Map<string, typeof nothing>();
  for (const { request, held } of holds) {
    const sum = sums.get(nameOf(request)) ?? nothing;
    sums.set(nameOf(request), {
      nanoUsd: sum.nanoUsd + held.nanoUsd,
      tokens: sum.tokens + held.tokens,
      slots: sum.slots + held.slots,
      requestsMs: sum.requestsMs + held.requestsMs,
      rateMs: sum.rateMs + held.rateMs,
    });
  }
  return sums;
}

/** What must be added to the keys of `present`, and with them to their accounts, to get those of `wanted`. */
function compare(
  wanted: States,
  present: States,
  requests: readonly Owners[],
): readonly StateChange[] {
  const accountOf = new Map(requests.map(({ keyId, accountId }) => [keyId, accountId]));
  const keys = new Map(present.keys.map((key) => [key.keyId, key]));
  return wanted.keys.flatMap((key) => {
    const { keyId } = key;
    const accountId = accountOf.get(keyId);
    const known = keys.get(keyId);
    if (accountId === undefined || known === undefined) return [];
    return {
      keyId,
      accountId,
      nanoUsd: key.reservedNanoUsd - known.reservedNanoUsd,
      tokens: key.reservedTokens - known.reservedTokens,
      slots: key.running - known.running,
      requestsMs: key.requestsWholeAt - known.requestsWholeAt,
      tokensMs: key.tokensWholeAt - known.tokensWholeAt,
    };
  });
}

function isChange({ nanoUsd, tokens, slots, requestsMs, tokensMs }: StateChange): boolean {
  return (
    [nanoUsd, tokens, slots].some((change) => change !== 0) ||
    [requestsMs, tokensMs].some((change) => Math.abs(change) > toleranceMs)
  );
}

function findBegun(before: States, after: States): TentativeCorrection['begun'] {
  const known = new Map(before.keys.map((key) => [key.keyId, key]));
  return after.keys.flatMap((key) => {
    const earlier = known.get(key.keyId);
    return earlier === undefined || periodsOf(earlier) === periodsOf(key)
      ? []
      : [{ before: earlier, after: key }];
  });
}

function periodsOf({ quota, windows }: KeyState): string {
  const { startedAt, nanoUsd, tokens, reset } = quota;
  const { '5h': hours, '1d': day, '7d': week } = windows;
  const begun = [hours, day, week].map((window) => [window?.startedAt, window?.nanoUsd]);
  return JSON.stringify([startedAt, nanoUsd, tokens, reset, begun]);
}
