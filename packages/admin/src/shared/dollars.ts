/** Dollars in the API: decimal texts, converted exactly to and from integer nano-dollars. */
import * as z from 'zod';
import { type NanoUsd, nanoUsdPerDollar } from '@parley/core/store';

const decimalPattern = /^(-?)(\d{1,7})(?:\.(\d{1,9}))?$/;

/**
 * Parses a decimal number of dollars exactly; `undefined` when it is not a number, has more than nine
 * decimals or lies outside ±9,007,199 dollars.
 */
export function parseDollars(text: string): NanoUsd | undefined {
  const [, sign = '', whole = '', fraction = ''] = decimalPattern.exec(text) ?? [];
  if (whole === '') return undefined;
  const nanoUsd = Number(whole) * nanoUsdPerDollar + Number(fraction.padEnd(9, '0'));
  if (!Number.isSafeInteger(nanoUsd)) return undefined;
  return sign === '-' && nanoUsd !== 0 ? -nanoUsd : nanoUsd;
}

/** Nano-dollars as a decimal number of dollars, without trailing zeros. */
export function formatDollars(nanoUsd: NanoUsd): string {
  const amount = Math.abs(nanoUsd);
  const fraction = String(amount % nanoUsdPerDollar)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const whole = Math.trunc(amount / nanoUsdPerDollar);
  return `${nanoUsd < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Nano-dollars times a multiplier as an exact decimal number of dollars.
 * @param multiplier in millionths, an integer of at least 0
 */
export function formatMultiplied(nanoUsd: NanoUsd, multiplier: number): string {
  const digits = (BigInt(nanoUsd) * BigInt(multiplier)).toString().padStart(16, '0');
  const fraction = digits.slice(-15).replace(/0+$/, '');
  return `${digits.slice(0, -15)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** An amount in a request: a decimal text, or a number with at most nine decimals. */
export const dollars = z
  .union([z.string(), z.number()])
  .transform((value, context): NanoUsd => {
    const nanoUsd = parseDollars(typeof value === 'number' ? writeNumber(value) : value);
    if (nanoUsd !== undefined) return nanoUsd;
    context.addIssue({
      code: 'custom',
      message: 'Use a number of dollars with at most nine decimals, such as "12.50".',
    });
    return z.NEVER;
  })
  .describe('Dollars with at most nine decimals, such as "12.50".');

/** `String` writes numbers below 1e-6 with an exponent, which the pattern does not accept. */
function writeNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(9).replace(/0+$/, '') : text;
}

export const positiveDollars = dollars.refine((nanoUsd) => nanoUsd > 0, 'Use an amount above 0.');
export const anyDollars = dollars.refine((nanoUsd) => nanoUsd !== 0, 'Use an amount other than 0.');
export const zeroOrMoreDollars = dollars.refine((nanoUsd) => nanoUsd >= 0, 'Use 0 or more.');
