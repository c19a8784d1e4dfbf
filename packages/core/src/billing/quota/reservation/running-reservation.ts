/**
 * The reservation of a running exchange, which is extended when the exchange costs more than expected; made by
 * `reserve`, used while a reply is relayed and before it is settled.
 */
import { inputTotal, outputTotal, type Usage } from '@parley/protocol';
import type { Quote } from '../../../models/routing/quote.ts';
import type { Amount } from '../../../store/index.ts';
import { amountOf } from '../../cost/cost.ts';
import { requestAmounts, type TokenBound } from '../../cost/requested-amounts.ts';
import type { ReplyMeter } from '../metering/reply-meter.ts';
import type { Hold } from '../slices/hold.ts';

/** What was reserved for an exchange, and how much more it may become. */
export interface ReservationParts {
  readonly hold: Pick<Hold, 'extend'>;
  /** What is reserved at first. */
  readonly reserved: Amount;
  /** The prompt for which it is reserved; absent where the reply has ended, which cannot get longer. */
  readonly prompt?: Omit<TokenBound, 'outputBound'>;
  /** The reply for which it is reserved, and the longest one, in tokens. */
  readonly outputTokens: number;
  readonly mostOutputTokens: number;
  /** True when the exchange may exceed a limit that is not exceeded yet. */
  readonly overdraft: boolean;
  /** What the caller pays. */
  readonly quote: Quote;
}

/** The shortest extension of a reply, in tokens. */
const leastExtension = 256;

/** The reservation of a running exchange, which the store or a slice has granted. */
export class RunningReservation {
  readonly #parts: ReservationParts;
  #reserved: Amount;
  #outputTokens: number;

  constructor(parts: ReservationParts) {
    this.#parts = parts;
    this.#reserved = parts.reserved;
    this.#outputTokens = parts.outputTokens;
  }

  /**
   * Reserves more for a streamed reply that has nearly used what is reserved for it; `undefined` when that is
   * not needed. Where a limit does not allow more, the reply ends at what is reserved. Never rejects.
   */
  extendReply(meter: ReplyMeter): Promise<void> | undefined {
    const { prompt } = this.#parts;
    return prompt && meter.isNearReserved ? this.#lengthen(meter, prompt) : undefined;
  }

  /**
   * Reserves what an exchange claims beyond its reservation, before it is settled; `undefined` when it claims no
   * more. What a limit does not allow is not charged. Never rejects.
   */
  cover(meter: ReplyMeter): Promise<void> | undefined {
    const { claimed } = meter;
    if (claimed === undefined) return undefined;
    const amount = this.#amountOf(claimed);
    if (!this.#isReserved(amount)) return this.#coverMore(meter, amount);
    meter.raiseToMost();
    return undefined;
  }

  #amountOf(usage: Usage): Amount {
    const { price, multiplier } = this.#parts.quote;
    return {
      nanoUsd: amountOf(price, usage, multiplier) ?? 0,
      tokens: inputTotal(usage) + outputTotal(usage),
    };
  }

  #isReserved({ nanoUsd, tokens }: Amount): boolean {
    return nanoUsd <= this.#reserved.nanoUsd && tokens <= this.#reserved.tokens;
  }

  async #raiseTo(amount: Amount, overdraft: boolean): Promise<boolean> {
    if (this.#isReserved(amount)) return true;
    const more = {
      nanoUsd: Math.max(0, amount.nanoUsd - this.#reserved.nanoUsd),
      tokens: Math.max(0, amount.tokens - this.#reserved.tokens),
    };
    if (!(await this.#parts.hold.extend({ ...more, overdraft }))) return false;
    const { nanoUsd, tokens } = this.#reserved;
    this.#reserved = { nanoUsd: nanoUsd + more.nanoUsd, tokens: tokens + more.tokens };
    return true;
  }

  /** Doubles what is reserved for the reply, or adds what is free. */
  async #lengthen(
    meter: ReplyMeter,
    prompt: NonNullable<ReservationParts['prompt']>,
  ): Promise<void> {
    const { mostOutputTokens, quote } = this.#parts;
    for (let more = this.#outputTokens; more >= leastExtension; more = Math.floor(more / 2)) {
      const outputBound = Math.min(this.#outputTokens + more, mostOutputTokens);
      const amount = requestAmounts({ ...prompt, outputBound }, quote);
      if (!(await this.#raiseTo(amount, false))) continue;
      this.#outputTokens = outputBound;
      meter.raise({ outputTokens: outputBound });
      return;
    }
    meter.endAtReserved();
  }

  async #coverMore(meter: ReplyMeter, amount: Amount): Promise<void> {
    if (await this.#raiseTo(amount, this.#parts.overdraft)) meter.raiseToMost();
    else meter.narrow((usage) => this.#isReserved(this.#amountOf(usage)));
  }
}
