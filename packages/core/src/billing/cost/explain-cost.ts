/** Explains a stored cost to people, line by line. */
import { feeNames, type FeeName } from '../../models/pricing/fees.ts';
import { plainMultiplier, type Rates } from '../../models/pricing/price.ts';
import { addUp, readArithmetic, type Arithmetic } from './cost.ts';

/**
 * Explains how a cost was computed, one sum per line. It names no model and no upstream, so that key holders
 * may read it too.
 * @param arithmetic as `costOf` wrote it; any other text returns a line that says so
 */
export function explainCost(arithmetic: string): readonly string[] {
  const read = readArithmetic(arithmetic);
  if (read === undefined) return [unreadable];
  return [...read.lines.map((line) => explainLine(read, line)), ...explainTotal(read)];
}

const unreadable = 'How this cost came about cannot be read.';

/** The same for key holders: prices include the group's multiplier, and list prices are not shown. */
export function explainCharge(arithmetic: string): readonly string[] {
  const read = readArithmetic(arithmetic);
  if (read === undefined) return [unreadable];
  const { lines, price, multiplier } = read;
  const told = lines.map((line) => explainPaidLine(read, line));
  if (price !== 'known') return [...told, ...explainTotal(read)];
  const { nanoUsd } = addUp({ lines, multiplier });
  return [...told, ...explainServices(read), explainSum(nanoUsd)];
}

const tokenNames: Readonly<Record<keyof Rates, string>> = {
  input: 'input',
  cacheRead: 'cache-read',
  cacheWrite5m: 'cache-write (5 min)',
  cacheWrite1h: 'cache-write (1 h)',
  output: 'output',
  reasoning: 'reasoning',
  audioInput: 'audio input',
  imageInput: 'image input',
  videoInput: 'video input',
  audioOutput: 'audio output',
  imageOutput: 'image output',
  videoOutput: 'video output',
};

/** What a fee is for, one and several. */
const feeTexts: Readonly<Record<FeeName, readonly [one: string, several: string]>> = {
  web_search: ['web search', 'web searches'],
  x_search: ['X search', 'X searches'],
  file_search: ['file search', 'file searches'],
  code_execution: ['code execution', 'code executions'],
  maps: ['reply with maps', 'replies with maps'],
  grounded_prompt: ['reply with web searches', 'replies with web searches'],
  request: ['request', 'requests'],
};

type Line = Arithmetic['lines'][number];

function explainLine(arithmetic: Arithmetic, line: Line): string {
  const [, count, rate] = line;
  const counted = countLine(arithmetic, line);
  if (arithmetic.price !== 'known') return counted;
  if (isUnpriced(arithmetic, line)) return `${counted}: no price, not charged`;
  // Not rounded: nano-dollars per million have fifteen decimals of a dollar, those per thousand twelve.
  const product = BigInt(count) * BigInt(rate);
  const unit = isFeeName(line[0])
    ? `${dollars(BigInt(rate), 12)}/1,000`
    : `${dollars(BigInt(rate), 9)}/M`;
  return `${counted} × ${unit} = ${dollars(product, 15)}`;
}

function explainPaidLine(arithmetic: Arithmetic, line: Line): string {
  const [, count, rate] = line;
  const counted = countLine(arithmetic, line);
  if (arithmetic.price !== 'known') return counted;
  if (isUnpriced(arithmetic, line)) return `${counted}: no price, not charged`;
  // Nano-dollars per million times millionths have fifteen decimals; with the million, twenty-one.
  const paid = BigInt(rate) * BigInt(arithmetic.multiplier);
  const unit = isFeeName(line[0]) ? `${dollars(paid, 18)}/1,000` : `${dollars(paid, 15)}/M`;
  return `${counted} × ${unit} = ${dollars(BigInt(count) * paid, 21)}`;
}

function isFeeName(name: Line[0]): name is FeeName {
  return feeNames.some((fee) => fee === name);
}

function isUnpriced({ unpriced = [] }: Arithmetic, [name]: Line): boolean {
  return unpriced.some((fee) => fee === name);
}

function countLine({ estimated }: Arithmetic, [name, count]: Line): string {
  if (isFeeName(name)) return `${groupDigits(count)} ${feeTexts[name][count === 1 ? 0 : 1]}`;
  const about = estimated === true ? 'about ' : '';
  return `${about}${groupDigits(count)} ${tokenNames[name]} tokens`;
}

function explainSum(nanoUsd: number): string {
  return `Charged: ${dollars(BigInt(nanoUsd), 9)}, rounded up to a billionth of a dollar`;
}

function explainTotal(arithmetic: Arithmetic): readonly string[] {
  const { price, source, above, multiplier } = arithmetic;
  if (price === 'free') return ['This model is free.'];
  if (price === 'unknown') return ['This model had no price: nothing is charged until it has one.'];
  const { listNanoUsd, nanoUsd } = addUp(arithmetic);
  const tier = above === undefined ? '' : `, for prompts above ${groupDigits(above)} tokens`;
  const multiplied = `${dollars(BigInt(listNanoUsd), 9)} × ${decimal(BigInt(multiplier), 6)} (group)`;
  return [
    `Prices: ${source ?? 'not stated'}${tier}`,
    ...explainServices(arithmetic),
    ...(multiplier === plainMultiplier ? [] : [multiplied]),
    explainSum(nanoUsd),
  ];
}

/** The rates of the lines include the factors. */
function explainServices({ services = [] }: Arithmetic): readonly string[] {
  return services.map(([name, factor]) => `Service: ${name}, × ${decimal(BigInt(factor), 6)}`);
}

function groupDigits(count: number): string {
  return count.toLocaleString('en-US');
}

/**
 * Shows at least cents: `$3.00`, `$0.003702`. @param decimals how many of the amount's digits are decimals
 */
function dollars(amount: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = decimal(amount, decimals).split('.');
  return `$${whole}.${fraction.padEnd(2, '0')}`;
}

function decimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
