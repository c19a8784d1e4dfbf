import * as z from 'zod';
import { type NanoUsd, nanoUsdPerDollar } from '@parley/core/store';

const decimalPattern = /^(-?)(\d{1,7})(?:\.(\d{1,9}))?$/;

/**
 * Reads a decimal number of dollars exactly; `undefined` when it is none, has more than nine decimals
 * or lies beyond ±9,007,199 dollars.
 */
export function parseDollars(text: string): NanoUsd | undefined {
  const [, sign = '', whole = '', fraction = ''] = decimalPattern.exec(text) ?? [];
  if (whole === '') return undefined;
  const nanoUsd = Number(whole) * nanoUsdPerDollar + Number(fraction.padEnd(9, '0'));
  if (!Number.isSafeInteger(nanoUsd)) return undefined;
  return sign === '-' && nanoUsd !== 0 ? -nanoUsd : nanoUsd;
}

/** Writes nano-dollars as a decimal number of dollars, without zeros at its end. */
export function formatDollars(nanoUsd: NanoUsd): string {
  const amount = Math.abs(nanoUsd);
  const fraction = String(amount % nanoUsdPerDollar)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const whole = Math.trunc(amount / nanoUsdPerDollar);
  return `${nanoUsd < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Writes nano-dollars times a multiplier as a decimal number of dollars, exactly.
 * @param multiplier in millionths: a whole number of at least 0
 */
export function formatMultiplied(nanoUsd: NanoUsd, multiplier: number): string {
  const digits = (BigInt(nanoUsd) * BigInt(multiplier)).toString().padStart(16, '0');
  const fraction = digits.slice(-15).replace(/0+$/, '');
  return `${digits.slice(0, -15)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Dollars as people write them: a decimal text, or a number with at most nine decimals. */
export const dollars = z
  .union([z.string(), z.number()])
  .transform((value, context): NanoUsd => {
    const nanoUsd = parseDollars(typeof value === 'number' ? writeNumber(value) : value);
    if (nanoUsd !== undefined) return nanoUsd;
    context.addIssue({ code: 'custom', message: 'Write dollars such as "12.50".' });
    return z.NEVER;
  })
  .describe('Dollars, such as "12.50": at most nine decimals.');

/** Small numbers would be written with an exponent. */
function writeNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(9).replace(/0+$/, '') : text;
}

export const positiveDollars = dollars.refine((nanoUsd) => nanoUsd > 0, 'Use an amount above 0.');
export const anyDollars = dollars.refine((nanoUsd) => nanoUsd !== 0, 'Use an amount other than 0.');
export const zeroOrMoreDollars = dollars.refine((nanoUsd) => nanoUsd >= 0, 'Use 0 or more.');
