/** How a cost was computed, as it is stored with a charge, and the exact computation itself. */
import * as z from 'zod';
import type { NanoUsd } from '../../store/money.ts';
import { rateNames } from '../../models/pricing/price.ts';

const count = z.int().min(0);

/** Which tokens, how many, and what a million of them cost in nano-dollars. */
const line = z.tuple([z.enum(rateNames), count, count]).readonly();

/** How a cost came about: all that is needed to work it out again, and to tell a person about it. */
const arithmetic = z.strictObject({
  /** A price that is not known counts as 0 until it is. */
  price: z.enum(['known', 'free', 'unknown']),
  /** As in `Price`. */
  source: z.string().optional(),
  /** Present when the prompt was longer than this, so that a higher price held. */
  above: count.optional(),
  /** Present when tokens were counted by estimate. */
  estimated: z.literal(true).optional(),
  lines: z.array(line).readonly(),
  /** Of the group, in millionths. */
  multiplier: count,
});

export type ArithmeticLine = z.infer<typeof line>;
export type Arithmetic = Readonly<z.infer<typeof arithmetic>>;

/** The plain multiplier, in millionths: 1. */
export const plainMultiplier = 1_000_000;

/** Nano-dollars per million tokens become nano-dollars, and a multiplier in millionths plain. */
const million = 1_000_000n;

/**
 * Works a cost out.
 * @throws RangeError for numbers that are not whole or below 0, and for a cost that cannot be kept
 * exactly
 */
export function addUp({ lines, multiplier }: Pick<Arithmetic, 'lines' | 'multiplier'>): {
  readonly listNanoUsd: NanoUsd;
  readonly nanoUsd: NanoUsd;
} {
  const sum = lines.reduce(
    (total, [, tokens, rate]) => total + toWhole(tokens) * toWhole(rate),
    0n,
  );
  return {
    listNanoUsd: toNanoUsd(divideUp(sum, million)),
    nanoUsd: toNanoUsd(divideUp(sum * toWhole(multiplier), million * million)),
  };
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
    throw new RangeError('A cost is too large to be kept exactly.');
  return nanoUsd;
}

/** Reads what `costOf` wrote; nothing when the text is something else. */
export function readArithmetic(text: string): Arithmetic | undefined {
  try {
    return arithmetic.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
