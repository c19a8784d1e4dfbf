/** Computes the bill of an exchange: one charge for each attempt. */
import { omitUndefined, type Usage } from '@parley/protocol';
import type { Quote } from '../../models/routing/quote.ts';
import { amountOf, costOf } from '../pricing/cost.ts';
import type { FoundPrice } from '../../models/pricing/price.ts';
import type { AttemptCharge, NanoUsd, Pricing } from '../../store/index.ts';
import type { AnswerMeter } from './answer-meter.ts';

/** What is billed of an attempt. */
export interface BilledAttempt {
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly model: string;
  /** What the target cost when the exchange began. */
  readonly price: FoundPrice;
  /** Absent where the upstream did not accept the request. */
  readonly meter?: Pick<AnswerMeter, 'usage'>;
}

/** What an exchange costs, attempt by attempt. */
export interface Bill {
  readonly charges: readonly AttemptCharge[];
  /** What its reply used; absent when no upstream sent one. */
  readonly usage?: Usage;
  readonly listNanoUsd: NanoUsd;
  readonly nanoUsd: NanoUsd;
  /** What its attempts cost the operator; absent where that is not known. */
  readonly costNanoUsd?: NanoUsd;
  readonly pricing: Pricing;
}

/**
 * Computes the bill of an exchange: the usage of each meter, at the price that was quoted when the exchange
 * began, and beside it what the target that answered costs.
 */
export function writeBill(
  attempts: readonly BilledAttempt[],
  quote: Pick<Quote, 'price' | 'multiplier'>,
): Bill {
  const charges = attempts.map((attempt, index) => chargeOf(attempt, index + 1, quote));
  return omitUndefined({
    charges,
    usage: charges.at(-1)?.usage,
    listNanoUsd: charges.reduce((sum, { listNanoUsd }) => sum + listNanoUsd, 0),
    nanoUsd: charges.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0),
    costNanoUsd: addCosts(charges),
    pricing: pricingOf(charges),
  });
}

function chargeOf(
  attempt: BilledAttempt,
  number: number,
  { price: sold, multiplier }: Pick<Quote, 'price' | 'multiplier'>,
): AttemptCharge {
  const { upstream, model, price, meter } = attempt;
  const place = { attempt: number, upstream, upstreamModel: model };
  const told = meter?.usage;
  // Without usage the price does not matter, so it is never unknown.
  if (told === undefined) {
    return { ...place, nanoUsd: 0, listNanoUsd: 0, costNanoUsd: 0, pricing: 'free' };
  }
  // Corrections are recorded as a note of the exchange; a charge holds counts only.
  const { corrections: _, ...usage } = told;
  const charge = costOf(sold, usage, multiplier);
  return { ...place, usage, ...charge, ...omitUndefined({ costNanoUsd: amountOf(price, usage) }) };
}

/** One attempt of unknown cost makes the cost of the whole exchange unknown. */
function addCosts(charges: readonly AttemptCharge[]): NanoUsd | undefined {
  return charges.reduce<NanoUsd | undefined>(
    (sum, { costNanoUsd }) =>
      sum === undefined || costNanoUsd === undefined ? undefined : sum + costNanoUsd,
    0,
  );
}

/** One attempt without a known price quarantines the whole exchange. */
function pricingOf(charges: readonly AttemptCharge[]): Pricing {
  if (charges.some(({ pricing }) => pricing === 'quarantined')) return 'quarantined';
  return charges.some(({ pricing }) => pricing === 'priced') ? 'priced' : 'free';
}
