import { nanosPerDollar } from '../../store/money.ts';
import type { FoundPrice, Rates } from './price.ts';

/** Dollars per million tokens, as prices are written in the configuration and in the catalogue. */
export interface RateTerms {
  readonly input?: number;
  readonly output?: number;
  readonly cache_read?: number;
  readonly cache_write_5m?: number;
  readonly cache_write_1h?: number;
  readonly reasoning?: number;
}

export interface TierTerms extends RateTerms {
  readonly above: number;
}

/** Either free, or with prices. */
export interface PriceTerms extends RateTerms {
  readonly free?: boolean;
  readonly tiers?: readonly TierTerms[];
}

/**
 * What writing to a cache costs where nothing else is said, as a multiple of the input's price: the
 * factors of Anthropic, the first vendor that sold it (platform.claude.com, Pricing, prompt caching).
 * OpenAI's models that charge for writing have the first one too.
 */
const writeFactors = { fiveMinutes: 1.25, hour: 2 };

/**
 * Reads prices in dollars. They have at most nine decimals, so that nothing is rounded.
 * @param source as in `Price`
 */
export function readPrice(terms: PriceTerms, source: string): FoundPrice {
  if (terms.free === true) return { kind: 'free' };
  const rates = readRates(terms);
  if (rates === undefined) return { kind: 'unknown' };
  const tiers = (terms.tiers ?? []).flatMap((tier) => {
    const tierRates = readRates(tier);
    return tierRates === undefined ? [] : [{ above: tier.above, rates: tierRates }];
  });
  tiers.sort((left, right) => left.above - right.above);
  return { kind: 'priced', price: { rates, tiers, source } };
}

/** Without a price of its own a cache is read at the price of input, and reasoning is output. */
function readRates(terms: RateTerms): Rates | undefined {
  if (terms.input === undefined || terms.output === undefined) return undefined;
  const input = toNanos(terms.input);
  const output = toNanos(terms.output);
  const cacheWrite5m = rateOr(terms.cache_write_5m, Math.ceil(input * writeFactors.fiveMinutes));
  return {
    input,
    cacheRead: rateOr(terms.cache_read, input),
    cacheWrite5m,
    cacheWrite1h: rateOr(terms.cache_write_1h, Math.max(input * writeFactors.hour, cacheWrite5m)),
    output,
    reasoning: rateOr(terms.reasoning, output),
  };
}

function rateOr(dollars: number | undefined, otherwise: number): number {
  return dollars === undefined ? otherwise : toNanos(dollars);
}

function toNanos(dollars: number): number {
  return Math.round(dollars * nanosPerDollar);
}
