/** A key as this process uses it: its pace and the slices from which its requests may draw; kept by `slices.ts`. */
import type { KeyWithAccount } from '../limits/limited.ts';
import { LimitedKey } from './limited-key.ts';
import type { Slice } from './slice.ts';

/** Milliseconds without requests ahead after the store granted none, such as near the end of a limit. */
const pauseMs = 250;

/** A key that this process uses. */
export class UsedKey {
  readonly limited: LimitedKey;
  readonly pace = new Pace();
  readonly open = new Set<Slice>();
  /** Settles when the store has answered the request that holds amounts ahead; absent when there is none. */
  reserving: Promise<void> | undefined;
  #pausedUntil = -Infinity;

  constructor(caller: KeyWithAccount) {
    this.limited = new LimitedKey(caller);
  }

  /** For how many further requests to hold amounts. @param now milliseconds on a monotonic clock */
  aheadAt(now: number): number {
    return this.reserving === undefined && now >= this.#pausedUntil ? this.pace.ahead : 0;
  }

  /** Asks for nothing ahead for a while. @param now milliseconds on a monotonic clock */
  pause(now: number): void {
    this.#pausedUntil = now + pauseMs;
  }
}

/** Requests count for about this long, in milliseconds. */
const memoryMs = 2_000;

/** Requests ahead are held for this long, in seconds. */
const secondsAhead = 1.5;

/** A key with fewer requests a second holds nothing ahead. */
const leastPace = 2;

const mostAhead = 1_000;

/** How fast the requests of a key come, as a count that decays with time. */
class Pace {
  #count = 0;
  #countedAt = 0;

  /** Counts a request. @param now milliseconds on a monotonic clock */
  count(now: number): void {
    this.#count = this.#count * Math.exp((this.#countedAt - now) / memoryMs) + 1;
    this.#countedAt = now;
  }

  /** For how many further requests to hold amounts, after the last one was counted. */
  get ahead(): number {
    const perSecond = (this.#count * 1_000) / memoryMs;
    return perSecond < leastPace ? 0 : Math.min(Math.ceil(perSecond * secondsAhead), mostAhead);
  }
}
