import { addUp, plainMultiplier, readArithmetic, type Arithmetic } from './arithmetic.ts';
import type { Rates } from './price.ts';

/**
 * Tells a person how a cost came about, one sum a line. It names no model and no upstream, so that
 * those who pay may read it too.
 * @param arithmetic as `costOf` wrote it; another text gives a line that says so
 */
export function explainCost(arithmetic: string): readonly string[] {
  const read = readArithmetic(arithmetic);
  if (read === undefined) return ['How this cost came about cannot be read.'];
  return [...read.lines.map((line) => explainLine(read, line)), ...explainTotal(read)];
}

const tokenNames: Readonly<Record<keyof Rates, string>> = {
  input: 'input',
  cacheRead: 'cache-read',
  cacheWrite5m: 'cache-write (5 min)',
  cacheWrite1h: 'cache-write (1 h)',
  output: 'output',
  reasoning: 'reasoning',
};

function explainLine(
  { price, estimated }: Arithmetic,
  [name, tokens, rate]: Arithmetic['lines'][number],
): string {
  const counted = `${estimated === true ? 'about ' : ''}${groupDigits(tokens)} ${tokenNames[name]} tokens`;
  if (price !== 'known') return counted;
  // Not rounded: nano-dollars per million tokens are fifteen decimals of a dollar.
  const product = BigInt(tokens) * BigInt(rate);
  return `${counted} × ${dollars(BigInt(rate), 9)}/M = ${dollars(product, 15)}`;
}

function explainTotal(arithmetic: Arithmetic): readonly string[] {
  const { price, source, above, multiplier } = arithmetic;
  if (price === 'free') return ['This model is free.'];
  if (price === 'unknown') return ['This model had no price: nothing is charged until it has one.'];
  const { listNanos, nanos } = addUp(arithmetic);
  const tier = above === undefined ? '' : `, for prompts above ${groupDigits(above)} tokens`;
  const multiplied = `${dollars(BigInt(listNanos), 9)} × ${decimal(BigInt(multiplier), 6)} (group)`;
  return [
    `Prices: ${source ?? 'not stated'}${tier}`,
    ...(multiplier === plainMultiplier ? [] : [multiplied]),
    `Charged: ${dollars(BigInt(nanos), 9)}, rounded up to a billionth of a dollar`,
  ];
}

function groupDigits(count: number): string {
  return count.toLocaleString('en-US');
}

/** At least cents: `$3.00`, `$0.003702`. @param decimals how many of the amount's digits they are */
function dollars(amount: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = decimal(amount, decimals).split('.');
  return `$${whole}.${fraction.padEnd(2, '0')}`;
}

function decimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
