import type { RequestedAmounts, NanoUsd } from '../../store/index.ts';
import { divideUp, toWhole } from './arithmetic.ts';
import type { FoundPrice, Price, Rates } from '../../models/pricing/price.ts';

/** The most that a question and its answer can be, in tokens; whole numbers of at least 0. */
export interface TokenBound {
  /** Of the prompt. */
  readonly inputBytesBound: number;
  /** Of the answer, or of all answers together where several are asked for. */
  readonly outputBound: number;
  /** The shortest answer that is worth beginning. */
  readonly leastOutput: number;
  /** What it takes from the tokens per minute until the real number is known. */
  readonly rateTokens: number;
  /** False when the prompt certainly asks for no cache of an hour, whose writing costs the most. */
  readonly hourlyCache?: boolean;
  /** True when a tool of the provider may read more into the prompt than anybody can bound. */
  readonly readsMore?: boolean;
}

/** What is held for an exchange. */
export interface Grant {
  readonly nanoUsd: NanoUsd;
  readonly tokens: number;
}

/** What tokens cost whoever may come to answer. */
export interface PriceContext {
  /** The prices of all targets; those that are free or unknown cost nothing here. */
  readonly found: readonly FoundPrice[];
  /** Of the group, in millionths. */
  readonly multiplier: number;
}

/** Nano-dollars per million tokens, times millionths: what one nano-dollar is in these. */
const unit = 1_000_000_000_000n;

const mostNanoUsd = Number.MAX_SAFE_INTEGER;

/**
 * What must be held for a question: enough for the dearest of its targets at the dearest price that
 * each kind of its tokens may have. A amounts beyond all money that can be counted is cut to that.
 * @param multiplier of the group, in millionths
 */
export function requestAmounts(
  bound: TokenBound,
  found: readonly FoundPrice[],
  multiplier: number,
): RequestedAmounts {
  const { inputBytesBound, outputBound } = bound;
  const leastOutput = Math.min(bound.leastOutput, outputBound);
  const tariff = { found, multiplier };
  return {
    nanoUsd: nanoUsdFor(tariff, bound, outputBound),
    leastNanoUsd: nanoUsdFor(tariff, bound, leastOutput),
    tokens: inputBytesBound + outputBound,
    leastTokens: inputBytesBound + leastOutput,
    rateTokens: bound.rateTokens,
  };
}

/**
 * The largest answer that a grant pays for, in tokens, whichever target gives it; all answers
 * together where several are asked for. It is at most what was asked for, and 0 when the grant does
 * not even pay for the prompt.
 */
export function outputWithin(grant: Grant, bound: TokenBound, tariff: PriceContext): number {
  const { inputBytesBound, outputBound } = bound;
  const byTokens = grant.tokens - inputBytesBound;
  const byMoney = ceilingsOf(tariff, bound).map(({ input, output }) => {
    const left = toWhole(grant.nanoUsd) * unit - toWhole(inputBytesBound) * input;
    if (left < 0n) return 0;
    return output === 0n ? outputBound : Number(left / output);
  });
  return Math.max(0, Math.min(outputBound, byTokens, ...byMoney));
}

function nanoUsdFor(tariff: PriceContext, bound: TokenBound, outputTokens: number): NanoUsd {
  const inputTokens = toWhole(bound.inputBytesBound);
  const amounts = ceilingsOf(tariff, bound).map(({ input, output }) =>
    Number(divideUp(inputTokens * input + toWhole(outputTokens) * output, unit)),
  );
  return Math.min(mostNanoUsd, Math.max(0, ...amounts));
}

/** The dearest token of either side, with the multiplier: millionths of nano-dollars per million. */
interface Ceiling {
  readonly input: bigint;
  readonly output: bigint;
}

function ceilingsOf({ found, multiplier }: PriceContext, bound: TokenBound): readonly Ceiling[] {
  const factor = toWhole(multiplier);
  return found.flatMap((one) => {
    if (one.kind !== 'priced') return [];
    const rates = ratesWithin(one.price, bound.inputBytesBound);
    const input = Math.max(...rates.map((each) => dearestInput(each, bound)));
    const output = Math.max(...rates.map((each) => Math.max(each.output, each.reasoning)));
    return [{ input: toWhole(input) * factor, output: toWhole(output) * factor }];
  });
}

/** The rates of every tier that a prompt of at most so many tokens may fall into. */
function ratesWithin({ rates, tiers }: Price, inputTokens: number): readonly Rates[] {
  const reached = tiers.filter(({ above }) => inputTokens > above);
  return [rates, ...reached.map((tier) => tier.rates)];
}

function dearestInput(rates: Rates, { hourlyCache = true }: TokenBound): number {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = rates;
  return Math.max(input, cacheRead, cacheWrite5m, hourlyCache ? cacheWrite1h : 0);
}
