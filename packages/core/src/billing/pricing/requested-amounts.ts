/** What a request may cost at most, and how long an answer a reservation pays for. */
import type { RequestedAmounts, NanoUsd } from '../../store/index.ts';
import { divideUp, toWhole } from './arithmetic.ts';
import type { FoundPrice, Price, Rates } from '../../models/pricing/price.ts';

/** Upper bounds of a request and its answer, in tokens; whole numbers of at least 0. */
export interface TokenBound {
  /** Of the prompt. */
  readonly inputBytesBound: number;
  /** Of the answer, or of all answers together where several are asked for. */
  readonly outputBound: number;
  /** The shortest answer that a call is begun for. */
  readonly leastOutput: number;
  /** What it takes from the tokens per minute until the real number is known. */
  readonly rateTokens: number;
  /** False when the prompt certainly does not ask for a cache of one hour, the most expensive to write. */
  readonly hourlyCache?: boolean;
  /** True when a tool of the provider may read more into the prompt than can be bounded. */
  readonly readsMore?: boolean;
}

/** What was reserved for an exchange. */
export interface Grant {
  readonly nanoUsd: NanoUsd;
  readonly tokens: number;
}

/** The prices that may apply, whichever target answers. */
export interface PriceContext {
  /** The prices of all targets; free and unknown ones count as 0. */
  readonly found: readonly FoundPrice[];
  /** Of the group, in millionths. */
  readonly multiplier: number;
}

/** One nano-dollar in the unit of the computation: nano-dollars per million tokens, times millionths. */
const unit = 1_000_000_000_000n;

const maxNanoUsd = Number.MAX_SAFE_INTEGER;

/**
 * What must be reserved for a request: enough for the most expensive of its targets at the highest price
 * that each kind of its tokens may have. Amounts too large to be counted are cut to the largest one.
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
 * The largest answer that a grant pays for, in tokens, whichever target answers; all answers together
 * where several are asked for. It is at most what was asked for, and 0 when the grant does not pay for
 * the prompt.
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

/** The rates of every tier that a prompt of at most this many tokens may fall into. */
function ratesWithin({ rates, tiers }: Price, inputTokens: number): readonly Rates[] {
  const reached = tiers.filter(({ above }) => inputTokens > above);
  return [rates, ...reached.map((tier) => tier.rates)];
}

function highestInput(rates: Rates, { hourlyCache = true }: TokenBound): number {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = rates;
  return Math.max(input, cacheRead, cacheWrite5m, hourlyCache ? cacheWrite1h : 0);
}
