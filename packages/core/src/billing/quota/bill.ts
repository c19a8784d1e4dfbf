/** The bill of an exchange: one charge for each attempt. */
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
  /** Its price when the exchange began. */
  readonly price: FoundPrice;
  /** Absent where the upstream did not accept the request. */
  readonly meter?: Pick<AnswerMeter, 'usage'>;
}

/** What an exchange costs, attempt by attempt. */
export interface Bill {
  readonly charges: readonly AttemptCharge[];
  /** What its answer used; absent when no upstream gave one. */
  readonly usage: Usage | undefined;
  readonly listNanoUsd: NanoUsd;
  readonly nanoUsd: NanoUsd;
  readonly pricing: Pricing;
}

/**
 * Writes the bill of an exchange: what each meter says, at the price that held when it began.
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
  // Nothing was used, so that there is nothing whose price could be unknown.
  if (told === undefined) return { ...place, nanoUsd: 0, listNanoUsd: 0, pricing: 'free' };
  // What was put right is a note of the exchange; a charge holds counts.
  const { corrections: _, ...usage } = told;
  const { pricing, nanoUsd, listNanoUsd, arithmetic } = costOf(price, usage, multiplier);
  return { ...place, usage, nanoUsd, listNanoUsd, pricing, arithmetic };
}

/** One attempt without a known price makes the whole exchange one to be looked at. */
function pricingOf(charges: readonly AttemptCharge[]): Pricing {
  if (charges.some(({ pricing }) => pricing === 'quarantined')) return 'quarantined';
  return charges.some(({ pricing }) => pricing === 'priced') ? 'priced' : 'free';
}
