/** Computes what an attempt costs, at the price that was valid when its exchange began, and records how. */
import { inputTotal, omitUndefined, type Usage } from '@parley/protocol';
import * as z from 'zod';
import { rateNames, priceTierOf, type FoundPrice, type Price } from '../../models/pricing/price.ts';
import type { Pricing } from '../../store/exchanges.ts';
import type { NanoUsd } from '../../store/money.ts';

/** What an attempt cost. */
export interface Cost {
  readonly pricing: Pricing;
  /** At list price, without the multiplier. */
  readonly listNanoUsd: NanoUsd;
  /** What is charged. */
  readonly nanoUsd: NanoUsd;
  /** How it was computed, as JSON text; `explainCost` explains it. */
  readonly arithmetic: string;
}

/**
 * Prices the usage of an attempt. Everything is added up exactly and rounded up once, to a whole nano-dollar.
 * Without a price the charge is quarantined: 0 for now, with all that is needed to price it later.
 * @param usage whole numbers of at least 0
 * @param multiplier of the group, in millionths: a whole number of at least 0
 * @throws RangeError when a number is invalid, or when a number cannot represent the cost exactly
 */
export function costOf(found: FoundPrice, usage: Usage, multiplier: number): Cost {
  const arithmetic = workOut(found, usage, multiplier);
  const amount = addUp(arithmetic);
  return { pricing: pricings[found.kind], ...amount, arithmetic: JSON.stringify(arithmetic) };
}

/**
 * What usage costs without a multiplier; `undefined` where the price is unknown.
 * @throws RangeError as `costOf`
 */
export function amountOf(found: FoundPrice, usage: Usage): NanoUsd | undefined {
  if (found.kind === 'unknown') return undefined;
  const lines = linesOf(usage, found.kind === 'priced' ? found.price : undefined);
  return addUp({ lines, multiplier: plainMultiplier }).nanoUsd;
}

const pricings = {
  priced: 'priced',
  free: 'free',
  unknown: 'quarantined',
} as const satisfies Readonly<Record<FoundPrice['kind'], Pricing>>;

function workOut(found: FoundPrice, usage: Usage, multiplier: number): Arithmetic {
  const lines = linesOf(usage, found.kind === 'priced' ? found.price : undefined);
  const estimated = usage.estimated === true ? usage.estimated : undefined;
  if (found.kind !== 'priced') {
    return omitUndefined({ price: found.kind, estimated, lines, multiplier });
  }
  const { price } = found;
  const above = priceTierOf(price, inputTotal(usage))?.above;
  const { source } = price;
  return omitUndefined({ price: 'known' as const, source, above, estimated, lines, multiplier });
}

function linesOf(usage: Usage, price: Price | undefined): readonly ArithmeticLine[] {
  const rates = price && (priceTierOf(price, inputTotal(usage))?.rates ?? price.rates);
  return rateNames
    .filter((name) => usage[name] !== 0)
    .map((name) => [name, usage[name], rates?.[name] ?? 0]);
}

const count = z.int().min(0);

/** The kind of tokens, their count, and the price of a million of them in nano-dollars. */
const line = z.tuple([z.enum(rateNames), count, count]).readonly();

/** How a cost was computed: all that is needed to recompute it and to explain it to a person. */
const arithmetic = z.strictObject({
  /** An unknown price counts as 0 until it is known. */
  price: z.enum(['known', 'free', 'unknown']),
  /** As in `Price`. */
  source: z.string().optional(),
  /** Present when the prompt was longer than this, so that a higher price applied. */
  above: count.optional(),
  /** Present when tokens were estimated. */
  estimated: z.literal(true).optional(),
  lines: z.array(line).readonly(),
  /** The group's multiplier, in millionths. */
  multiplier: count,
});

export type ArithmeticLine = z.infer<typeof line>;
export type Arithmetic = Readonly<z.infer<typeof arithmetic>>;

/** The multiplier 1, in millionths. */
export const plainMultiplier = 1_000_000;

/**
 * Converts nano-dollars per million tokens to nano-dollars, and a multiplier in millionths to a plain one.
 */
const million = 1_000_000n;

/**
 * Computes a cost.
 * @throws RangeError for numbers that are not whole or below 0, and for a cost that cannot be stored exactly
 */
export function addUp({ lines, multiplier }: Pick<Arithmetic, 'lines' | 'multiplier'>): {
  readonly listNanoUsd: NanoUsd;
  readonly nanoUsd: NanoUsd;
} {
  const small = multiplier === plainMultiplier ? addUpSmall(lines) : undefined;
  if (small !== undefined) return { listNanoUsd: small, nanoUsd: small };
  const sum = lines.reduce(
    (total, [, tokens, rate]) => total + toWhole(tokens) * toWhole(rate),
    0n,
  );
  return {
    listNanoUsd: toNanoUsd(divideUp(sum, million)),
    nanoUsd: toNanoUsd(divideUp(sum * toWhole(multiplier), million * million)),
  };
}

/** The cost of nearly every exchange, without big integers; `undefined` where numbers may not be exact. */
function addUpSmall(lines: readonly ArithmeticLine[]): NanoUsd | undefined {
  let sum = 0;
  for (const [, tokens, rate] of lines) {
    if (!isWhole(tokens) || !isWhole(rate)) return undefined;
    sum += tokens * rate;
  }
  if (!Number.isSafeInteger(sum)) return undefined;
  const rest = sum % plainMultiplier;
  return (sum - rest) / plainMultiplier + (rest > 0 ? 1 : 0);
}

function isWhole(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

/** @throws RangeError */
export function toWhole(number: number): bigint {
  const whole = BigInt(number);
  if (whole < 0n) throw new RangeError(`${number} is below 0.`);
  return whole;
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** @throws RangeError */
function toNanoUsd(amount: bigint): NanoUsd {
  const nanoUsd = Number(amount);
  if (!Number.isSafeInteger(nanoUsd))
    throw new RangeError('A cost is too large to be stored exactly.');
  return nanoUsd;
}

/** Parses what `costOf` wrote; `undefined` for any other text. */
export function readArithmetic(text: string): Arithmetic | undefined {
  try {
    return arithmetic.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
