/** The maximum cost of a request, and the longest reply that a reservation pays for. */
import type { ToolUses } from '@parley/protocol';
import {
  multiplyRate,
  plainMultiplier,
  serviceFactorsOf,
  type FoundPrice,
  type Rates,
  type ServiceFactor,
} from '../../models/pricing/price.ts';
import { countFees, noFees } from '../../models/pricing/fees.ts';
import type { Amount, RequestedAmounts, NanoUsd } from '../../store/index.ts';
import { addFees } from './cost.ts';
import { addProduct, type Exact, multiplyUp, toWhole } from './exact.ts';

/** Upper bounds of a request and its reply, in tokens; whole numbers of at least 0. */
export interface TokenBound {
  /** Of the prompt. */
  readonly inputBound: number;
  /** Of the reply, or of all replies together where several are requested. */
  readonly outputBound: number;
  /** The shortest reply for which a request is started. */
  readonly leastOutput: number;
  /** What it takes from the tokens per minute until the actual count is known. */
  readonly rateTokens: number;
  /** False when the prompt certainly requests no one-hour cache, the most expensive kind to write. */
  readonly hourlyCache?: boolean | undefined;
  /** True when a tool of the provider may add an unbounded amount to the prompt. */
  readonly readsMore?: boolean | undefined;
  /** The services that the request asks for, as `Usage.services`. */
  readonly services?: readonly string[] | undefined;
  /** How often it is expected to use tools of the provider that have a fee. */
  readonly toolUses?: ToolUses | undefined;
  /** False when neither the prompt nor the reply has audio. */
  readonly hasAudio?: boolean | undefined;
  /** False when the prompt has no media. */
  readonly hasMedia?: boolean | undefined;
}

/** The price that the caller pays. */
export interface PriceContext {
  /** A free or unknown one counts as 0. */
  readonly price: FoundPrice;
  /** In millionths. */
  readonly multiplier: number;
}

/** The largest amount of money or tokens that is exact. */
const maxAmount = Number.MAX_SAFE_INTEGER;

/**
 * What must be reserved for a request: enough at the highest price that each kind of token may have. Larger
 * amounts are limited to the largest exact one.
 */
export function requestAmounts(bound: TokenBound, prices: PriceContext): RequestedAmounts {
  const { inputBound, outputBound, rateTokens } = bound;
  const leastOutput = Math.min(bound.leastOutput, outputBound);
  const ceiling = ceilingOf(prices, bound);
  return {
    nanoUsd: toNanoUsd(costWithin(ceiling, inputBound, outputBound)),
    leastNanoUsd: toNanoUsd(costWithin(ceiling, inputBound, leastOutput)),
    tokens: Math.min(maxAmount, inputBound + outputBound),
    leastTokens: Math.min(maxAmount, inputBound + leastOutput),
    rateTokens,
  };
}

function toNanoUsd(amount: Exact): NanoUsd {
  return Math.min(maxAmount, Number(amount));
}

/** One nano-dollar in nano-dollars per million tokens, times millionths. */
const unit = 1_000_000_000_000n;

/**
 * The longest reply that a granted amount pays for, in tokens; all replies together where several are requested. It is
 * at most what was requested, and 0 when the amount does not cover the prompt.
 */
export function outputWithin(granted: Amount, bound: TokenBound, prices: PriceContext): number {
  const { inputBound, outputBound } = bound;
  const byTokens = Math.max(0, Math.min(outputBound, granted.tokens - inputBound));
  const ceiling = ceilingOf(prices, bound);
  if (costWithin(ceiling, inputBound, byTokens) <= granted.nanoUsd) return byTokens;
  const factor = toWhole(ceiling.multiplier);
  const prompt = (BigInt(ceiling.fees) + toWhole(inputBound) * toWhole(ceiling.input)) * factor;
  const left = toWhole(granted.nanoUsd) * unit - prompt;
  return left < 0n ? 0 : Number(left / (toWhole(ceiling.output) * factor));
}

/** The highest price of a token of either side, in nano-dollars per million, and the multiplier. */
interface Ceiling {
  /** In nano-dollars per million, times their number. */
  readonly fees: Exact;
  readonly input: number;
  readonly output: number;
  readonly multiplier: number;
}

function costWithin(ceiling: Ceiling, inputTokens: number, outputTokens: number): Exact {
  const input = addProduct(ceiling.fees, inputTokens, ceiling.input);
  return multiplyUp(addProduct(input, outputTokens, ceiling.output), ceiling.multiplier);
}

function ceilingOf({ price: found, multiplier }: PriceContext, bound: TokenBound): Ceiling {
  if (found.kind !== 'priced') return { fees: 0, input: 0, output: 0, multiplier };
  const { rates, tiers, fees: terms = noFees } = found.price;
  const fees = addFees(0, countFees(terms, bound.toolUses), terms);
  let input = highestInput(rates, bound);
  let output = highestOutput(rates, bound);
  for (const tier of tiers) {
    // The rates of every tier that can apply to a prompt of at most this many tokens.
    if (bound.inputBound <= tier.above) continue;
    input = Math.max(input, highestInput(tier.rates, bound));
    output = Math.max(output, highestOutput(tier.rates, bound));
  }
  if (bound.services === undefined) return { fees, input, output, multiplier };
  // An upstream may serve the request in the usual way, where a service that is cheaper has no capacity left.
  const dearer = serviceFactorsOf(found.price, bound.services).filter(isDearer);
  return {
    fees,
    input: multiplyRate(input, dearer),
    output: multiplyRate(output, dearer),
    multiplier,
  };
}

function isDearer([, factor]: ServiceFactor): boolean {
  return factor > plainMultiplier;
}

function highestInput(rates: Rates, { hourlyCache = true, hasMedia = true }: TokenBound): number {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = rates;
  const plain = Math.max(input, cacheRead, cacheWrite5m, hourlyCache ? cacheWrite1h : 0);
  return hasMedia ? Math.max(plain, rates.audioInput, rates.imageInput, rates.videoInput) : plain;
}

/** Models whose images or videos have a price of their own reply with them whether a request asks for them or not. */
function highestOutput(rates: Rates, { hasAudio = true }: TokenBound): number {
  const { output, reasoning, imageOutput, videoOutput } = rates;
  const plain = Math.max(output, reasoning, imageOutput, videoOutput);
  return hasAudio ? Math.max(plain, rates.audioOutput) : plain;
}
