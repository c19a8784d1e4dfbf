/** The rate limits of a key as the requests of one slice see them; used by `slice.ts`. */
import type { Standing } from '../../../store/index.ts';
import { rateStanding, takeRate } from '../../ledger/rate.ts';
import type { LimitedKey } from './limited-key.ts';

/** The rate limits of a key, as if only what was drawn had been taken from them. */
export class SliceRates {
  readonly #key: LimitedKey;
  /** What is to be added to the monotonic clock to get the store's time. */
  readonly #offset: number;
  #requestsWholeAt: number;
  #tokensWholeAt: number;

  constructor(key: LimitedKey, { requests, tokens }: Standing, offset: number) {
    this.#key = key;
    this.#offset = offset;
    this.#requestsWholeAt = requests?.wholeAt ?? 0;
    this.#tokensWholeAt = tokens?.wholeAt ?? 0;
  }

  /** Takes one request. @param monotonic milliseconds on a monotonic clock */
  take(rateMs: number, monotonic: number): Standing {
    const { requestsPerMinute, tokensPerMinute } = this.#key.limits;
    const now = monotonic + this.#offset;
    const standing: { -readonly [Name in keyof Standing]: Standing[Name] } = {};
    if (requestsPerMinute !== undefined) {
      const rate = { perMinute: requestsPerMinute, wholeAt: this.#requestsWholeAt };
      const wholeAt = (this.#requestsWholeAt = takeRate(rate, 1, now));
      standing.requests = rateStanding({ perMinute: requestsPerMinute, wholeAt }, now);
    }
    if (tokensPerMinute !== undefined) {
      const wholeAt = (this.#tokensWholeAt = Math.max(this.#tokensWholeAt, now) + rateMs);
      standing.tokens = rateStanding({ perMinute: tokensPerMinute, wholeAt }, now);
    }
    return standing;
  }

  /** @param changeMs by how much tokens that were counted delay the limit, in milliseconds */
  correct(changeMs: number): void {
    this.#tokensWholeAt += changeMs;
  }
}
