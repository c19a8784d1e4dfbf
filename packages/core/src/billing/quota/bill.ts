/** Computes the bill of an exchange: one charge for each attempt. */
import type { Usage } from '@parley/protocol';
import { costOf } from '../pricing/cost.ts';
import type { FoundPrice } from '../../models/pricing/price.ts';
import type { AttemptCharge, NanoUsd, Pricing } from '../../store/index.ts';
import type { AnswerMeter } from './answer-meter.ts';

/** What is billed of an attempt. */
export interface BilledAttempt {
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly model: string;
  /** The price that was valid when the exchange began. */
  readonly price: FoundPrice;
  /** Absent where the upstream did not accept the request. */
  readonly meter?: Pick<AnswerMeter, 'usage'>;
}

/** What an exchange costs, attempt by attempt. */
export interface Bill {
  readonly charges: readonly AttemptCharge[];
  /** What its reply used; absent when no upstream sent one. */
  readonly usage: Usage | undefined;
  readonly listNanoUsd: NanoUsd;
  readonly nanoUsd: NanoUsd;
  readonly pricing: Pricing;
}

/**
 * Computes the bill of an exchange: the usage of each meter, at the price that was valid when the exchange
 * began.
 * @param multiplier of the serving group, in millionths
 */
export function writeBill(attempts: readonly BilledAttempt[], multiplier: number): Bill {
  const charges = attempts.map((attempt, index) => chargeOf(attempt, index + 1, multiplier));
  return {
    charges,
    usage: charges.at(-1)?.usage,
    listNanoUsd: charges.reduce((sum, { listNanoUsd }) => sum + listNanoUsd, 0),
    nanoUsd: charges.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0),
    pricing: pricingOf(charges),
  };
}

function chargeOf(attempt: BilledAttempt, number: number, multiplier: number): AttemptCharge {
  const { upstream, model, price, meter } = attempt;
  const place = { attempt: number, upstream, upstreamModel: model };
  const told = meter?.usage;
  // Without usage the price does not matter, so it is never unknown.
  if (told === undefined) return { ...place, nanoUsd: 0, listNanoUsd: 0, pricing: 'free' };
  // Corrections are recorded as a note of the exchange; a charge holds counts only.
  const { corrections: _, ...usage } = told;
  const { pricing, nanoUsd, listNanoUsd, arithmetic } = costOf(price, usage, multiplier);
  return { ...place, usage, nanoUsd, listNanoUsd, pricing, arithmetic };
}

/** One attempt without a known price quarantines the whole exchange. */
function pricingOf(charges: readonly AttemptCharge[]): Pricing {
  if (charges.some(({ pricing }) => pricing === 'quarantined')) return 'quarantined';
  return charges.some(({ pricing }) => pricing === 'priced') ? 'priced' : 'free';
}
