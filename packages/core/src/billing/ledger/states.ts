/**
 * States of keys and accounts that money changes, how their quota periods and windows advance with time, and
 * exact arithmetic of what they count.
 */
import type { AccountState } from '../../store/accounts.ts';
import type { KeyState } from '../../store/keys.ts';
import {
  type KeyLimits,
  type NanoUsd,
  type QuotaReset,
  windowLengths,
  type WindowName,
  windowNames,
} from '../../store/money.ts';

/** The states that a movement of money changes: of a key and of the account that owns it. */
export interface LedgerStates {
  readonly key: KeyState;
  readonly account: AccountState;
}

/** Windows while they are put together. */
export type WritableWindows = {
  -readonly [Name in keyof KeyState['windows']]: KeyState['windows'][Name];
};

/** The state of a key that was never used. @param now milliseconds since 1970 */
export function emptyKeyState(keyId: string, now: number): KeyState {
  return {
    keyId,
    spent: 0,
    tokens: 0,
    requests: 0,
    reservedNanoUsd: 0,
    reservedTokens: 0,
    running: 0,
    quota: { startedAt: 0, nanoUsd: 0, tokens: 0 },
    windows: {},
    requestsWholeAt: now,
    tokensWholeAt: now,
  };
}

/** The state of a new account. */
export function emptyAccountState(accountId: string): AccountState {
  return { accountId, granted: 0, spent: 0, reserved: 0 };
}

/**
 * Advances a key's quota period and windows to a time: removes those that have ended, and windows that are no
 * longer limited. Reservations stay, and so does what its rates owe.
 * @param now milliseconds since 1970, by the store's clock
 */
export function advanceKeyState(state: KeyState, limits: KeyLimits, now: number): KeyState {
  return {
    ...followClock(state, now),
    quota: advanceQuota(state, limits.quota?.reset, now),
    windows: runningWindows(state, now, limits.windows ?? {}),
  };
}

/**
 * Advances a key's state to the time of a charge. An exchange carries the limits with which it began, which
 * may have changed since: periods that newer limits began are kept.
 * @param now milliseconds since 1970, by the store's clock
 */
export function advanceChargedState(state: KeyState, limits: KeyLimits, now: number): KeyState {
  return {
    ...followClock(state, now),
    quota: advanceQuota(state, state.quota.reset ?? limits.quota?.reset, now),
    windows: runningWindows(state, now),
  };
}

/** A step of the clock is longer than this, in milliseconds: processes read it at different moments. */
export const shortestStepMs = 60_000;

/**
 * What the rates of a key owed when it was last used, they owe from now on where the clock was set back since then:
 * they would refuse requests until it has caught up.
 */
function followClock(state: KeyState, now: number): KeyState {
  const { requestsWholeAt, tokensWholeAt, lastUsedAt = now } = state;
  const stepMs = lastUsedAt - now;
  if (stepMs <= shortestStepMs) return state;
  return {
    ...state,
    requestsWholeAt: requestsWholeAt - stepMs,
    tokensWholeAt: tokensWholeAt - stepMs,
    lastUsedAt: now,
  };
}

/** When a window that has begun ends, in milliseconds since 1970. */
export function endOfWindow(name: WindowName, startedAt: number): number {
  return startedAt + windowLengths[name];
}

/**
 * A quota that is never reset counts all usage of the key. When an operator changes how often it is reset,
 * usage counted within the new period is kept. Otherwise counting starts after that moment, because a total
 * does not show how much of it belongs to the new period; what was charged in the same millisecond is not counted.
 */
function advanceQuota(
  { spent, tokens, quota: counted }: KeyState,
  reset: QuotaReset = 'none',
  now: number,
): KeyState['quota'] {
  if (reset === 'none') return { startedAt: 0, nanoUsd: spent, tokens };
  const start = startOfPeriod(reset, now);
  if (counted.startedAt >= start) return { ...counted, reset };
  const isNext = counted.reset === reset || (spent === 0 && tokens === 0);
  return { startedAt: isNext ? start : now + 1, nanoUsd: 0, tokens: 0, reset };
}

/** @param limited the windows of which running ones are kept; all when absent */
function runningWindows(
  { windows }: KeyState,
  now: number,
  limited?: KeyLimits['windows'],
): KeyState['windows'] {
  const running: WritableWindows = {};
  for (const name of windowNames) {
    const begun = windows[name];
    if (begun === undefined || endOfWindow(name, begun.startedAt) <= now) continue;
    if (limited === undefined || limited[name] !== undefined) running[name] = begun;
  }
  return running;
}

/** Begins every limited window that is not running. @param state advanced to `now` */
export function beginWindows(state: KeyState, limits: KeyLimits, now: number): KeyState {
  if (limits.windows === undefined) return state;
  const windows: WritableWindows = { ...state.windows };
  for (const name of windowNames) {
    if (limits.windows[name] !== undefined) windows[name] ??= { startedAt: now, nanoUsd: 0 };
  }
  return { ...state, windows };
}

const dayMs = 86_400_000;

/** 1970 began on a Thursday, so this was the first Monday. */
const firstMonday = 4 * dayMs;

/**
 * When the current period of a quota began, in UTC; weeks begin on Monday. A quota that is never reset began
 * in 1970.
 * @param now milliseconds since 1970
 */
export function startOfPeriod(reset: QuotaReset, now: number): number {
  switch (reset) {
    case 'none':
      return 0;
    case 'day':
      return floorTo(now, dayMs);
    case 'week':
      return floorTo(now - firstMonday, 7 * dayMs) + firstMonday;
    case 'month':
      return startOfMonth(now, 0);
  }
}

/**
 * When the next period begins; `undefined` for a quota that is never reset. @param now milliseconds since
 * 1970
 */
export function endOfPeriod(reset: QuotaReset | undefined, now: number): number | undefined {
  switch (reset) {
    case undefined:
    case 'none':
      return undefined;
    case 'day':
      return startOfPeriod(reset, now) + dayMs;
    case 'week':
      return startOfPeriod(reset, now) + 7 * dayMs;
    case 'month':
      return startOfMonth(now, 1);
  }
}

/**
 * When a quota is reset; `undefined` if never. A period that began while the clock was ahead lasts until its own end.
 * @param key advanced to `now`
 */
export function endOfQuota(
  { quota }: KeyState,
  reset: QuotaReset | undefined,
  now: number,
): number | undefined {
  return endOfPeriod(reset, Math.max(now, quota.startedAt));
}

function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

function startOfMonth(now: number, monthsLater: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater);
}

/**
 * Adds amounts of money.
 * @throws RangeError when a number cannot represent the sum exactly
 */
export function addNanoUsd(amount: NanoUsd, change: NanoUsd): NanoUsd {
  const sum = amount + change;
  if (Number.isSafeInteger(sum)) return sum;
  throw new RangeError('An amount of money is too large to be stored exactly.');
}

/** Adds counts, up to the largest exact one, so that no count that an upstream reports can block a key. */
export function addCount(count: number, more: number): number {
  return Math.min(count + more, Number.MAX_SAFE_INTEGER);
}

/** @throws RangeError when it is not a whole number from 0 to the largest exact one */
export function checkCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new RangeError(`The ledger cannot keep ${name}: ${value}.`);
}
