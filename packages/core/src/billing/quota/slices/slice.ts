/**
 * A reservation of this process, which may hold amounts for further requests of its key, and what each of its
 * exchanges holds of it; made by `slices.ts`.
 */
import { omitUndefined } from '@parley/protocol';
import type {
  Amount,
  Held,
  RequestedAmounts,
  ReserveOutcome,
  SettledReservation,
} from '../../../store/index.ts';
import { isFew } from '../../ledger/headroom.ts';
import { spanOf } from '../../ledger/rate.ts';
import type { Drawn, Extension, Hold } from './hold.ts';
import type { Demand, LimitedKey } from './limited-key.ts';
import { SliceRates } from './slice-rates.ts';

/** What a slice needs of the process that holds it. */
export interface SliceOwner {
  /** Asks the store to hold more, or to take something back. Never rejects. */
  extend(slice: Slice, more: Extension): Promise<boolean>;
  /** One of its exchanges has ended and is settled next, which may be the end of the slice. */
  onEnd(slice: Slice): void;
  /** Forgets a slice whose reservation stays in the store. */
  forget(slice: Slice): void;
  /** Gives the slice back if nothing more can be drawn from it and nothing is left to settle. */
  returnIfDone(slice: Slice): void;
}

/** What the store has granted. */
export interface SliceInput {
  readonly id: string;
  readonly key: LimitedKey;
  readonly amounts: RequestedAmounts;
  readonly granted: Extract<ReserveOutcome, { kind: 'granted' }>;
  /** Milliseconds on a monotonic clock. */
  readonly now: number;
}

/** After this many milliseconds nothing more is drawn, because what the limits leave may have changed. */
const longestUseMs = 10_000;

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** A reservation from which the requests of a key draw. */
export class Slice {
  readonly id: string;
  readonly key: LimitedKey;
  /** For how many further requests the store granted amounts. */
  readonly ahead: number;
  /** How many of its exchanges run. */
  running = 0;
  /** How many have ended whose settlements the store does not have yet. */
  pending = 0;
  /** Nothing more is drawn; it is released when all its exchanges are settled. */
  isClosing: boolean;
  /** True when a settlement or a release has ended it. */
  hasEnded = false;
  /** When something was last drawn, in milliseconds on a monotonic clock. */
  usedAt: number;
  readonly owner: SliceOwner;
  readonly #free: Mutable<Held>;
  /** What a request like the first one takes. */
  readonly #usual: Demand;
  /** What the limits left, less what was drawn. */
  readonly #left: Mutable<Amount>;
  readonly #openedAt: number;
  readonly #rates: SliceRates;

  constructor(owner: SliceOwner, { id, key, amounts, granted, now }: SliceInput) {
    const { held, ahead, room } = granted;
    this.id = id;
    this.key = key;
    this.ahead = ahead;
    this.owner = owner;
    this.usedAt = this.#openedAt = now;
    this.isClosing = ahead === 0;
    const { concurrency, requestsPerMinute } = key.limits;
    this.#free = {
      ...held,
      requests: requestsPerMinute === undefined ? Infinity : held.requests,
      slots: concurrency === undefined ? Infinity : held.slots,
    };
    this.#usual = key.demandOf(amounts);
    this.#left = { nanoUsd: room?.nanoUsd ?? Infinity, tokens: room?.tokens ?? Infinity };
    this.#rates = new SliceRates(key, granted.standing, (room?.at ?? 0) - now);
  }

  /** What the request holds for which the store granted the slice. */
  begin({ kind, nanoUsd, tokens, isBound, held, ahead, standing }: SliceInput['granted']): Drawn {
    const requests = ahead + 1;
    const own = {
      nanoUsd: held.nanoUsd / requests,
      tokens: held.tokens / requests,
      rateMs: held.rateMs / requests,
    };
    return omitUndefined({ kind, nanoUsd, tokens, isBound, standing, hold: this.#take(own) });
  }

  /** Whether a request may be granted from it. @param now milliseconds on a monotonic clock */
  fits({ nanoUsd, tokens, rateMs }: Demand, bound: Amount | undefined, now: number): boolean {
    const free = this.#free;
    const fits =
      free.requests >= 1 &&
      free.slots >= 1 &&
      free.nanoUsd >= nanoUsd &&
      free.tokens >= tokens &&
      free.rateMs >= rateMs &&
      !this.isClosing &&
      !this.isOld(now);
    if (!fits || bound === undefined) return fits;
    return !isFew(this.#left.nanoUsd, bound.nanoUsd) && !isFew(this.#left.tokens, bound.tokens);
  }

  /** Whether a request like the first one may be granted from it again. */
  isUseful(now: number): boolean {
    return this.fits(this.#usual, undefined, now);
  }

  /** Whether it was made so long ago that nothing more is drawn. */
  isOld(now: number): boolean {
    return now - this.#openedAt >= longestUseMs;
  }

  /** Grants a request that fits. @param now milliseconds on a monotonic clock */
  draw(amounts: Amount, demand: Demand, now: number): Drawn {
    this.usedAt = now;
    const { nanoUsd, tokens } = amounts;
    const standing = this.#rates.take(demand.rateMs, now);
    return { kind: 'granted', nanoUsd, tokens, standing, hold: this.#take(demand) };
  }

  /** @param own changed as the exchange gets more */
  #take(own: Mutable<Demand>): Hold {
    this.running += 1;
    this.#free.requests -= 1;
    this.#free.slots -= 1;
    this.#free.rateMs -= own.rateMs;
    this.takeFree(own);
    return new SliceHold(this, own);
  }

  /** Takes money and tokens, at most what is free. */
  takeFree({ nanoUsd, tokens }: Amount): Amount {
    const taken = {
      nanoUsd: Math.min(nanoUsd, this.#free.nanoUsd),
      tokens: Math.min(tokens, this.#free.tokens),
    };
    this.#add(taken, -1);
    return taken;
  }

  /** Takes back what an exchange does not need. */
  putBack(amount: Amount): void {
    this.#add(amount, 1);
  }

  #add({ nanoUsd, tokens }: Amount, sign: 1 | -1): void {
    this.#free.nanoUsd += sign * nanoUsd;
    this.#free.tokens += sign * tokens;
    this.#left.nanoUsd += sign * nanoUsd;
    this.#left.tokens += sign * tokens;
  }

  /** Gives back to the store what its running exchanges do not need. */
  async giveBack(): Promise<void> {
    const { nanoUsd, tokens } = this.#free;
    const slots = this.key.limits.concurrency === undefined ? 0 : this.#free.slots;
    if (nanoUsd <= 0 && tokens <= 0 && slots <= 0) return;
    this.takeFree({ nanoUsd, tokens });
    this.#free.slots -= slots;
    await this.owner.extend(this, {
      nanoUsd: -nanoUsd,
      tokens: -tokens,
      slots: -slots,
      overdraft: false,
    });
  }

  /** An exchange no longer runs, and does not need these milliseconds of the tokens per minute. */
  leave(rateMs: number): void {
    this.running -= 1;
    this.#free.slots += 1;
    this.#free.rateMs += rateMs;
  }

  /** Corrects what was taken from the tokens per minute. */
  correctRate(changeMs: number): void {
    this.#rates.correct(changeMs);
  }
}

/** The part of one exchange. */
class SliceHold implements Hold {
  readonly #slice: Slice;
  readonly #own: Mutable<Demand>;

  constructor(slice: Slice, own: Mutable<Demand>) {
    this.#slice = slice;
    this.#own = own;
  }

  async extend({ nanoUsd, tokens, overdraft }: Extension): Promise<boolean> {
    const slice = this.#slice;
    const more = slice.key.limitedPart({ nanoUsd, tokens });
    const taken = slice.takeFree(more);
    const asked = { nanoUsd: more.nanoUsd - taken.nanoUsd, tokens: more.tokens - taken.tokens };
    const isWhole = asked.nanoUsd === 0 && asked.tokens === 0;
    if (!isWhole && !(await slice.owner.extend(slice, { ...asked, overdraft }))) {
      slice.putBack(taken);
      return false;
    }
    this.#own.nanoUsd += more.nanoUsd;
    this.#own.tokens += more.tokens;
    return true;
  }

  end(used: Amount): SettledReservation {
    const slice = this.#slice;
    const own = this.#own;
    const usedMs = spanOf(used.tokens, slice.key.limits.tokensPerMinute);
    const taken = {
      id: slice.id,
      isLast: false,
      nanoUsd: Math.min(used.nanoUsd, own.nanoUsd),
      tokens: Math.min(used.tokens, own.tokens),
      rateMs: Math.min(usedMs, own.rateMs),
    } as const;
    slice.correctRate(usedMs - own.rateMs);
    slice.leave(own.rateMs - taken.rateMs);
    slice.putBack({ nanoUsd: own.nanoUsd - taken.nanoUsd, tokens: own.tokens - taken.tokens });
    slice.owner.onEnd(slice);
    if (slice.hasEnded) return { id: slice.id, isLast: true };
    slice.pending += 1;
    return taken;
  }

  drop(): void {
    this.#slice.leave(this.#own.rateMs);
    this.#slice.putBack(this.#own);
    this.#slice.owner.returnIfDone(this.#slice);
  }

  detach(): void {
    this.#slice.owner.forget(this.#slice);
  }
}
