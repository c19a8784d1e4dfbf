/**
 * The reservation of a running exchange, which is extended when the exchange costs more than expected; made by
 * `reserve`, used while a reply is relayed and before it is settled.
 */
import { inputTotal, outputTotal } from '@parley/protocol';
import type { Quote } from '../../models/routing/quote.ts';
import { amountOf } from '../pricing/cost.ts';
import type { AnswerMeter } from './answer-meter.ts';
import type { Amount } from './slice.ts';

/** The reservation of a running exchange. */
export interface RunningReservation {
  /**
   * Reserves more for a streamed reply that has nearly used what is reserved for it; `undefined` when that is
   * not needed. Where a limit does not allow more, the reply ends at what is reserved. Never rejects.
   */
  extendReply(meter: AnswerMeter): Promise<void> | undefined;
  /**
   * Reserves what an exchange claims beyond its reservation, before it is settled; `undefined` when it claims no
   * more. What a limit does not allow is not charged. Never rejects.
   */
  cover(meter: AnswerMeter): Promise<void> | undefined;
}

export interface ReservationParts {
  /** Reserves this much more. Returns false when a limit does not allow it. Never rejects. */
  readonly extend: (more: Amount & { readonly overdraft: boolean }) => Promise<boolean>;
  /** What is reserved at first. */
  readonly reserved: Amount;
  /** The reply for which it is reserved, and the longest one, in tokens. */
  readonly outputTokens: number;
  readonly mostOutputTokens: number;
  /** What must be reserved for a reply of this many tokens. */
  readonly amountOf: (outputTokens: number) => Amount;
  /** True when the exchange may exceed a limit that is not exceeded yet. */
  readonly overdraft: boolean;
  /** What the caller pays. */
  readonly quote: Quote;
}

/** The shortest extension of a reply, in tokens. */
const leastExtension = 256;

export function createRunningReservation(parts: ReservationParts): RunningReservation {
  const { extend, overdraft, quote, mostOutputTokens } = parts;
  let { reserved, outputTokens } = parts;

  const isReserved = ({ nanoUsd, tokens }: Amount): boolean =>
    nanoUsd <= reserved.nanoUsd && tokens <= reserved.tokens;

  const raiseTo = async (amount: Amount, mayOverdraw: boolean): Promise<boolean> => {
    if (isReserved(amount)) return true;
    const more = {
      nanoUsd: Math.max(0, amount.nanoUsd - reserved.nanoUsd),
      tokens: Math.max(0, amount.tokens - reserved.tokens),
    };
    if (!(await extend({ ...more, overdraft: mayOverdraw }))) return false;
    reserved = { nanoUsd: reserved.nanoUsd + more.nanoUsd, tokens: reserved.tokens + more.tokens };
    return true;
  };

  /** Doubles what is reserved for the reply, or adds what is free. */
  const lengthen = async (meter: AnswerMeter): Promise<void> => {
    for (let more = outputTokens; more >= leastExtension; more = Math.floor(more / 2)) {
      const longer = Math.min(outputTokens + more, mostOutputTokens);
      if (!(await raiseTo(parts.amountOf(longer), false))) continue;
      outputTokens = longer;
      meter.raise({ outputTokens });
      return;
    }
    meter.endAtReserved();
  };

  const coverMore = async (meter: AnswerMeter, amount: Amount): Promise<void> => {
    if (await raiseTo(amount, overdraft)) meter.raiseToMost();
  };

  return {
    extendReply: (meter) => (meter.isNearReserved ? lengthen(meter) : undefined),
    cover(meter) {
      const { claimed } = meter;
      if (claimed === undefined) return undefined;
      const tokens = inputTotal(claimed) + outputTotal(claimed);
      const nanoUsd = amountOf(quote.price, claimed, quote.multiplier) ?? 0;
      if (!isReserved({ nanoUsd, tokens })) return coverMore(meter, { nanoUsd, tokens });
      meter.raiseToMost();
      return undefined;
    },
  };
}
