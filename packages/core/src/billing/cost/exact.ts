/**
 * Exact arithmetic of prices, for `cost.ts` and `requested-amounts.ts`: with numbers where those are exact, with
 * big integers beyond.
 */

/** A whole number of at least 0; a big integer only where a number may not be exact. */
export type Exact = number | bigint;

/** The tokens that a rate is for, and the multiplier 1 in millionths. */
const million = 1_000_000;

/**
 * Adds the price of tokens to a sum.
 * @param sum in nano-dollars per million tokens, times tokens
 * @param rate in nano-dollars per million tokens
 * @throws RangeError when a number is not whole or below 0
 */
export function addProduct(sum: Exact, tokens: number, rate: number): Exact {
  if (typeof sum === 'number') {
    const added = sum + checkWhole(tokens) * checkWhole(rate);
    if (Number.isSafeInteger(added)) return added;
  }
  return BigInt(sum) + toWhole(tokens) * toWhole(rate);
}

/**
 * Multiplies a sum of `addProduct`, and rounds it up to whole nano-dollars.
 * @param multiplier in millionths
 * @throws RangeError when the multiplier is not whole or below 0
 */
export function multiplyUp(sum: Exact, multiplier: number): Exact {
  const small = typeof sum === 'number' ? multiplySmall(sum, checkWhole(multiplier)) : undefined;
  return small ?? divideUp(BigInt(sum) * toWhole(multiplier), BigInt(million * million));
}

/**
 * Multiplies the whole millions and the rest of both factors; `undefined` where a number may not be exact. What
 * is too large anywhere is too large in the end, because nothing is below 0.
 */
function multiplySmall(sum: number, multiplier: number): number | undefined {
  const sumRest = sum % million;
  const sumMillions = (sum - sumRest) / million;
  const rest = multiplier % million;
  const millions = (multiplier - rest) / million;
  const cross = sumMillions * rest + sumRest * millions;
  const crossRest = cross % million;
  // Below 2: each of its two parts is below a million millions.
  const fraction = (crossRest * million + sumRest * rest) / (million * million);
  const product = sumMillions * millions + (cross - crossRest) / million + Math.ceil(fraction);
  const { isSafeInteger } = Number;
  const isExact = isSafeInteger(multiplier) && isSafeInteger(cross) && isSafeInteger(product);
  return isExact ? product : undefined;
}

/** @throws RangeError */
function checkWhole(number: number): number {
  if (Number.isInteger(number) && number >= 0) return number;
  throw new RangeError(`${number} is not a whole number of at least 0.`);
}

/** @throws RangeError */
export function toWhole(number: number): bigint {
  return BigInt(checkWhole(number));
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
