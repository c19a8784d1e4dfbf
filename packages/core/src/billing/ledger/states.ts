/** States of keys and accounts that money changes, and how quota periods and windows advance with time. */
import type { AccountState } from '../../store/accounts.ts';
import type { KeyState } from '../../store/keys.ts';
import {
  type KeyLimits,
  type QuotaReset,
  windowLengths,
  type WindowName,
  windowNames,
} from '../../store/money.ts';
import { startOfPeriod } from './period.ts';

/** The states that a movement of money changes: of a key and of the account that owns it. */
export interface LedgerStates {
  readonly key: KeyState;
  readonly account: AccountState;
}

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
 * longer limited. Reservations stay.
 * @param now milliseconds since 1970, by the store's clock
 */
export function advanceKeyState(state: KeyState, limits: KeyLimits, now: number): KeyState {
  const running = runningWindows(state, now);
  return {
    ...state,
    quota: advanceQuota(state, limits.quota?.reset, now),
    windows: Object.fromEntries(running.filter(([name]) => limits.windows?.[name] !== undefined)),
  };
}

/**
 * Advances a key's state to the time of a charge. An exchange carries the limits with which it began, which
 * may have changed since: periods that newer limits began are kept.
 * @param now milliseconds since 1970, by the store's clock
 */
export function advanceChargedState(state: KeyState, limits: KeyLimits, now: number): KeyState {
  return {
    ...state,
    quota: advanceQuota(state, state.quota.reset ?? limits.quota?.reset, now),
    windows: Object.fromEntries(runningWindows(state, now)),
  };
}

/** When a window that has begun ends, in milliseconds since 1970. */
export function endOfWindow(name: WindowName, startedAt: number): number {
  return startedAt + windowLengths[name];
}

/**
 * A quota that is never reset counts all usage of the key. When an operator changes how often it is reset,
 * usage counted within the new period is kept. Otherwise counting starts at that moment, because a total does
 * not show how much of it belongs to the new period.
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
  return { startedAt: isNext ? start : now, nanoUsd: 0, tokens: 0, reset };
}

function runningWindows({ windows }: KeyState, now: number) {
  return windowNames.flatMap((name) => {
    const begun = windows[name];
    const isRunning = begun !== undefined && endOfWindow(name, begun.startedAt) > now;
    return isRunning ? [[name, begun] as const] : [];
  });
}

/** Begins every limited window that is not running. @param state advanced to `now` */
export function beginWindows(state: KeyState, limits: KeyLimits, now: number): KeyState {
  const limited = windowNames.filter((name) => limits.windows?.[name] !== undefined);
  const windows = limited.map((name) => [
    name,
    state.windows[name] ?? { startedAt: now, nanoUsd: 0 },
  ]);
  const begun = Object.fromEntries(windows) as KeyState['windows'];
  return { ...state, windows: { ...state.windows, ...begun } };
}
