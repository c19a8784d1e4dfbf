/** Computes the bill of an exchange: one charge for each attempt. */
import type { Usage } from '@parley/protocol';
import type { Quote } from '../../../models/routing/quote.ts';
import { amountOf, costOf } from '../../cost/cost.ts';
import type { FoundPrice } from '../../../models/pricing/price.ts';
import type { AttemptCharge, NanoUsd, Pricing } from '../../../store/index.ts';
import type { ReplyMeter } from '../metering/reply-meter.ts';

/** What is billed of an attempt. */
export interface BilledAttempt {
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly model: string;
  /** What the target cost when the exchange began. */
  readonly price: FoundPrice;
  /** Absent where the upstream did not accept the request. */
  readonly meter?: Pick<ReplyMeter, 'usage'>;
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
  const charges: AttemptCharge[] = [];
  let listNanoUsd = 0;
  let nanoUsd = 0;
  // One attempt of unknown cost makes the cost of the whole exchange unknown.
  let costNanoUsd: NanoUsd | undefined = 0;
  let pricing: Pricing = 'free';
  for (const attempt of attempts) {
    const charge = chargeOf(attempt, charges.length + 1, quote);
    charges.push(charge);
    listNanoUsd += charge.listNanoUsd;
    nanoUsd += charge.nanoUsd;
    costNanoUsd = addCost(costNanoUsd, charge.costNanoUsd);
    pricing = joinPricing(pricing, charge.pricing);
  }
  const usage = charges.at(-1)?.usage;
  return { charges, usage, listNanoUsd, nanoUsd, costNanoUsd, pricing };
}

function addCost(sum: NanoUsd | undefined, cost: NanoUsd | undefined): NanoUsd | undefined {
  return sum === undefined || cost === undefined ? undefined : sum + cost;
}

/** One attempt without a known price quarantines the whole exchange. */
function joinPricing(one: Pricing, other: Pricing): Pricing {
  if (one === 'quarantined' || other === 'quarantined') return 'quarantined';
  return one === 'priced' ? one : other;
}

function chargeOf(
  { upstream, model: upstreamModel, price, meter }: BilledAttempt,
  attempt: number,
  { price: sold, multiplier }: Pick<Quote, 'price' | 'multiplier'>,
): AttemptCharge {
  const metered = meter?.usage;
  // Without usage the price does not matter, so it is never unknown.
  if (metered === undefined) {
    const nothing = { nanoUsd: 0, listNanoUsd: 0, costNanoUsd: 0, pricing: 'free' } as const;
    return { attempt, upstream, upstreamModel, ...nothing };
  }
  const usage = withoutCorrections(metered);
  const { pricing, listNanoUsd, nanoUsd, arithmetic } = costOf(sold, usage, multiplier);
  const costNanoUsd = amountOf(price, usage);
  return {
    attempt,
    upstream,
    upstreamModel,
    usage,
    pricing,
    listNanoUsd,
    nanoUsd,
    costNanoUsd,
    arithmetic,
  };
}

/** Corrections are recorded as a note of the exchange; a charge holds counts only. */
function withoutCorrections(metered: Usage): Usage {
  if (metered.corrections === undefined) return metered;
  const { corrections: _, ...usage } = metered;
  return usage;
}
