/** A model of the ledger that is computed from a list of events; used by `ledger-trial.ts`. */
import { endOfWindow, startOfPeriod } from '../billing/ledger/index.ts';
import { windowNames, type KeyLimits, type WindowName } from '../store/index.ts';

/** One exchange, as an observer of the store would record it. */
export interface WatchedExchange {
  readonly id: string;
  readonly keyId: string;
  readonly owner: string;
  /** The reserved amount; 0 when nothing is reserved. */
  held: number;
  expiresAt: number;
  isOpen: boolean;
  isSettled: boolean;
}

export interface WatchedKey {
  readonly id: string;
  readonly accountId: string;
  readonly limits: KeyLimits;
}

interface Charge {
  readonly keyId: string;
  readonly nanoUsd: number;
  readonly at: number;
}

/**
 * The expected totals, computed from the list of events. It shares no code with the ledger except the
 * calendar.
 */
export class LedgerModel {
  readonly exchanges: WatchedExchange[] = [];
  readonly granted = new Map<string, number>();
  readonly #keys: ReadonlyMap<string, WatchedKey>;
  readonly #charges: Charge[] = [];
  readonly #windows = new Map<string, number>();

  constructor(keys: readonly WatchedKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
  }

  spent(isOf: (keyId: string) => boolean, since = -Infinity): number {
    const own = this.#charges.filter(({ keyId, at }) => isOf(keyId) && at >= since);
    return own.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0);
  }

  open(isOf: (keyId: string) => boolean): readonly WatchedExchange[] {
    return this.exchanges.filter(({ keyId, isOpen }) => isOpen && isOf(keyId));
  }

  held(isOf: (keyId: string) => boolean): number {
    return this.open(isOf).reduce((sum, { held }) => sum + held, 0);
  }

  isOfAccount(accountId: string): (keyId: string) => boolean {
    return (keyId) => this.#keys.get(keyId)?.accountId === accountId;
  }

  /** What every money limit leaves a key, before reservations; empty when there is no limit. */
  available(key: WatchedKey, isPrepaid: boolean, now: number): readonly number[] {
    const isOwn = (id: string) => id === key.id;
    const { quota, windows = {} } = key.limits;
    const left: number[] = [];
    if (quota?.nanoUsd !== undefined) {
      left.push(quota.nanoUsd - this.spent(isOwn, startOfPeriod(quota.reset, now)));
    }
    for (const name of windowNames) {
      const total = windows[name];
      if (total === undefined) continue;
      const start = this.#runningWindow(key.id, name, now);
      left.push(total - (start === undefined ? 0 : this.spent(isOwn, start)));
    }
    if (isPrepaid) {
      const granted = this.granted.get(key.accountId) ?? 0;
      left.push(granted - this.spent(this.isOfAccount(key.accountId)));
    }
    return left;
  }

  beginWindows(keyId: string, now: number): void {
    for (const name of windowNames) {
      if (this.#runningWindow(keyId, name, now) === undefined) {
        this.#windows.set(`${keyId} ${name}`, now);
      }
    }
  }

  charge(charge: Charge): void {
    if (charge.nanoUsd > 0) this.beginWindows(charge.keyId, charge.at);
    this.#charges.push(charge);
  }

  #runningWindow(keyId: string, name: WindowName, now: number): number | undefined {
    const start = this.#windows.get(`${keyId} ${name}`);
    return start !== undefined && endOfWindow(name, start) > now ? start : undefined;
  }
}
