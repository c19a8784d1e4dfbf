/** The maximum cost of a request, and the longest reply that a reservation pays for. */
import type { RequestedAmounts, NanoUsd } from '../../store/index.ts';
import { divideUp, toWhole } from './cost.ts';
import type { FoundPrice, Price, Rates } from '../../models/pricing/price.ts';

/** Upper bounds of a request and its reply, in tokens; whole numbers of at least 0. */
export interface TokenBound {
  /** Of the prompt. */
  readonly inputBytesBound: number;
  /** Of the reply, or of all replies together where several are requested. */
  readonly outputBound: number;
  /** The shortest reply for which a request is started. */
  readonly leastOutput: number;
  /** What it takes from the tokens per minute until the actual count is known. */
  readonly rateTokens: number;
  /** False when the prompt certainly requests no one-hour cache, the most expensive kind to write. */
  readonly hourlyCache?: boolean;
  /** True when a tool of the provider may add an unbounded amount to the prompt. */
  readonly readsMore?: boolean;
}

/** What was reserved for an exchange. */
export interface Grant {
  readonly nanoUsd: NanoUsd;
  readonly tokens: number;
}

/** The prices that may apply, depending on the target that answers. */
export interface PriceContext {
  /** The prices of all targets; free and unknown ones count as 0. */
  readonly found: readonly FoundPrice[];
  /** The group's multiplier, in millionths. */
  readonly multiplier: number;
}

/** One nano-dollar in the unit of the computation: nano-dollars per million tokens, times millionths. */
const unit = 1_000_000_000_000n;

const maxNanoUsd = Number.MAX_SAFE_INTEGER;

/**
 * What must be reserved for a request: enough for its most expensive target at the highest price that each
 * kind of token may have. Larger amounts are limited to the largest exact one.
 * @param multiplier of the group, in millionths
 */
export function requestAmounts(
  bound: TokenBound,
  found: readonly FoundPrice[],
  multiplier: number,
): RequestedAmounts {
  const { inputBytesBound, outputBound } = bound;
  const leastOutput = Math.min(bound.leastOutput, outputBound);
  const prices = { found, multiplier };
  return {
    nanoUsd: nanoUsdFor(prices, bound, outputBound),
    leastNanoUsd: nanoUsdFor(prices, bound, leastOutput),
    tokens: inputBytesBound + outputBound,
    leastTokens: inputBytesBound + leastOutput,
    rateTokens: bound.rateTokens,
  };
}

/**
 * The longest reply that a grant pays for, in tokens, whichever target answers; all replies together where
 * several are requested. It is at most what was requested, and 0 when the grant does not cover the prompt.
 */
export function outputWithin(grant: Grant, bound: TokenBound, prices: PriceContext): number {
  const { inputBytesBound, outputBound } = bound;
  const byTokens = grant.tokens - inputBytesBound;
  const byMoney = ceilingsOf(prices, bound).map(({ input, output }) => {
    const left = toWhole(grant.nanoUsd) * unit - toWhole(inputBytesBound) * input;
    if (left < 0n) return 0;
    return output === 0n ? outputBound : Number(left / output);
  });
  return Math.max(0, Math.min(outputBound, byTokens, ...byMoney));
}

function nanoUsdFor(prices: PriceContext, bound: TokenBound, outputTokens: number): NanoUsd {
  const inputTokens = toWhole(bound.inputBytesBound);
  const amounts = ceilingsOf(prices, bound).map(({ input, output }) =>
    Number(divideUp(inputTokens * input + toWhole(outputTokens) * output, unit)),
  );
  return Math.min(maxNanoUsd, Math.max(0, ...amounts));
}

/** The highest price of a token of either side, in the unit of the computation. */
interface Ceiling {
  readonly input: bigint;
  readonly output: bigint;
}

function ceilingsOf({ found, multiplier }: PriceContext, bound: TokenBound): readonly Ceiling[] {
  const factor = toWhole(multiplier);
  return found.flatMap((one) => {
    if (one.kind !== 'priced') return [];
    const rates = ratesWithin(one.price, bound.inputBytesBound);
    const input = Math.max(...rates.map((each) => highestInput(each, bound)));
    const output = Math.max(...rates.map((each) => Math.max(each.output, each.reasoning)));
    return [{ input: toWhole(input) * factor, output: toWhole(output) * factor }];
  });
}

/** The rates of every tier that can apply to a prompt of at most this many tokens. */
function ratesWithin({ rates, tiers }: Price, inputTokens: number): readonly Rates[] {
  const reached = tiers.filter(({ above }) => inputTokens > above);
  return [rates, ...reached.map((tier) => tier.rates)];
}

function highestInput(rates: Rates, { hourlyCache = true }: TokenBound): number {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = rates;
  return Math.max(input, cacheRead, cacheWrite5m, hourlyCache ? cacheWrite1h : 0);
}
