/** Computes what an attempt costs, at the price that was valid when its exchange began, and records how. */
import { inputTotal, toolUseNames, type ToolUses, type Usage } from '@parley/protocol';
import * as z from 'zod';
import {
  countFees,
  feeNames,
  noFees,
  type FeeCount,
  type FeeName,
  type Fees,
} from '../../models/pricing/fees.ts';
import {
  multiplyRates,
  plainMultiplier,
  priceTierOf,
  rateNames,
  serviceFactorsOf,
  type FoundPrice,
  type Price,
  type Rates,
  type ServiceFactor,
} from '../../models/pricing/price.ts';
import type { Pricing } from '../../store/exchanges.ts';
import type { NanoUsd } from '../../store/money.ts';
import { addProduct, multiplyUp, type Exact } from './exact.ts';

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
  const price = found.kind === 'priced' ? found.price : undefined;
  const applied = price && applyPrice(price, usage);
  const fees = price?.fees ?? noFees;
  const feeCounts = countFees(fees, usage.toolUses);
  const lines = linesOf(usage, applied?.rates);
  for (const [name, uses] of feeCounts) lines.push([name, uses, fees[name] ?? 0]);
  const { listNanoUsd, nanoUsd } = addUp({ lines, multiplier });
  return {
    pricing: pricings[found.kind],
    listNanoUsd,
    nanoUsd,
    arithmetic: writeArithmetic({
      price: found.kind === 'priced' ? 'known' : found.kind,
      source: price?.source,
      above: applied?.above,
      services: applied?.services,
      estimated: usage.estimated === true ? true : undefined,
      lines,
      unpriced: found.kind === 'priced' ? findUnpriced(feeCounts, fees) : undefined,
      multiplier,
    }),
  };
}

/**
 * What usage costs; `undefined` where the price is unknown.
 * @param multiplier in millionths
 * @throws RangeError as `costOf`
 */
export function amountOf(
  found: FoundPrice,
  usage: Usage,
  multiplier = plainMultiplier,
): NanoUsd | undefined {
  if (found.kind === 'unknown') return undefined;
  const price = found.kind === 'priced' ? found.price : undefined;
  const sum = sumLines(linesOf(usage, price && applyPrice(price, usage).rates));
  const fees = price?.fees ?? noFees;
  const all = addFees(sum, countFees(fees, usage.toolUses), fees);
  return toNanoUsd(multiplyUp(all, multiplier));
}

/** The rates that apply to some usage, and why. */
interface AppliedPrice {
  readonly rates: Rates;
  /** As in `Arithmetic`. */
  readonly above?: number | undefined;
  /** As in `Arithmetic`. */
  readonly services?: readonly ServiceFactor[] | undefined;
}

function applyPrice(price: Price, usage: Usage): AppliedPrice {
  const tier = priceTierOf(price, inputTotal(usage));
  const rates = tier?.rates ?? price.rates;
  if (usage.services === undefined) return { rates, above: tier?.above };
  const services = serviceFactorsOf(price, usage.services);
  return { rates: multiplyRates(rates, services), above: tier?.above, services };
}

/**
 * A line for each rate that tokens have, in the order of a bill. Media are counted beside what their upstream reports
 * of caches and reasoning, so they are taken from what is neither.
 */
function linesOf(usage: Usage, rates: Rates | undefined): ArithmeticLine[] {
  const { audio = noMedia, image = noMedia, video = noMedia } = usage;
  const audioInput = Math.min(audio.input, usage.input);
  const imageInput = Math.min(image.input, usage.input - audioInput);
  const videoInput = Math.min(video.input, usage.input - audioInput - imageInput);
  const audioOutput = Math.min(audio.output, usage.output);
  const imageOutput = Math.min(image.output, usage.output - audioOutput);
  const videoOutput = Math.min(video.output, usage.output - audioOutput - imageOutput);
  const lines: ArithmeticLine[] = [];
  // Most usage has two or three of these, so a rate is looked up only for tokens that there are.
  const add = (name: keyof Rates, tokens: number): void => {
    if (tokens !== 0) lines.push([name, tokens, rates?.[name] ?? 0]);
  };
  add('input', usage.input - audioInput - imageInput - videoInput);
  add('audioInput', audioInput);
  add('imageInput', imageInput);
  add('videoInput', videoInput);
  add('cacheRead', usage.cacheRead);
  add('cacheWrite5m', usage.cacheWrite5m);
  add('cacheWrite1h', usage.cacheWrite1h);
  add('output', usage.output - audioOutput - imageOutput - videoOutput);
  add('audioOutput', audioOutput);
  add('imageOutput', imageOutput);
  add('videoOutput', videoOutput);
  add('reasoning', usage.reasoning);
  return lines;
}

const noMedia = { input: 0, output: 0 };

const pricings = {
  priced: 'priced',
  free: 'free',
  unknown: 'quarantined',
} as const satisfies Readonly<Record<FoundPrice['kind'], Pricing>>;

/** @throws RangeError when a number is not whole or below 0 */
function sumLines(lines: readonly ArithmeticLine[]): Exact {
  let sum: Exact = 0;
  for (const [, tokens, rate] of lines) sum = addProduct(sum, tokens, rate);
  return sum;
}

/** Services are factors of the rates of tokens, and not of fees. */
export function addFees(sum: Exact, counts: readonly FeeCount[], fees: Fees): Exact {
  return counts.reduce<Exact>((all, [name, uses]) => addProduct(all, uses, fees[name] ?? 0), sum);
}

function findUnpriced(counts: readonly FeeCount[], fees: Fees): FeeName[] | undefined {
  const unpriced = counts.filter(([name]) => fees[name] === undefined);
  return unpriced.length === 0 ? undefined : unpriced.map(([name]) => name);
}

const count = z.int().min(0);

/** The kind of tokens or of a fee, how many, and the price of a million of them in nano-dollars. */
const line = z.tuple([z.enum([...rateNames, ...feeNames]), count, count]).readonly();

/** How a cost was computed: all that is needed to recompute it and to explain it to a person. */
const arithmetic = z.strictObject({
  /** An unknown price counts as 0 until it is known. */
  price: z.enum(['known', 'free', 'unknown']),
  /** As in `Price`. */
  source: z.string().optional(),
  /** Present when the prompt was longer than this, so that a higher price applied. */
  above: count.optional(),
  /** Services that are not the usual one, and the factors of the price, in millionths, which the lines include. */
  services: z
    .array(z.tuple([z.string(), count]).readonly())
    .readonly()
    .optional(),
  /** Present when tokens were estimated. */
  estimated: z.literal(true).optional(),
  lines: z.array(line).readonly(),
  /** The fees that have no price and are not charged, although the price of tokens is known. */
  unpriced: z.array(z.enum(feeNames)).readonly().optional(),
  /** The group's multiplier, in millionths. */
  multiplier: count,
});

export type ArithmeticLine = z.infer<typeof line>;
/** How a cost was computed, so that it can be computed again; stored with the ledger entry. */
export type Arithmetic = Readonly<z.infer<typeof arithmetic>>;

/**
 * Computes a cost.
 * @throws RangeError for numbers that are not whole or below 0, and for a cost that cannot be stored exactly
 */
export function addUp({ lines, multiplier }: Pick<Arithmetic, 'lines' | 'multiplier'>): {
  readonly listNanoUsd: NanoUsd;
  readonly nanoUsd: NanoUsd;
} {
  const sum = sumLines(lines);
  return {
    listNanoUsd: toNanoUsd(multiplyUp(sum, plainMultiplier)),
    nanoUsd: toNanoUsd(multiplyUp(sum, multiplier)),
  };
}

/** @throws RangeError */
function toNanoUsd(amount: Exact): NanoUsd {
  const nanoUsd = Number(amount);
  if (!Number.isSafeInteger(nanoUsd))
    throw new RangeError('A cost is too large to be stored exactly.');
  return nanoUsd;
}

type Written = { readonly [Name in keyof Arithmetic]: Arithmetic[Name] | undefined };

/** Fields that are undefined are left out. */
function writeArithmetic(written: Written): string {
  return JSON.stringify(written);
}

/** Parses what `costOf` wrote; `undefined` for any other text. */
export function readArithmetic(text: string): Arithmetic | undefined {
  try {
    return arithmetic.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The uses of tools that a cost was computed from, priced or not. */
export function toolUsesOf({ lines }: Arithmetic): ToolUses | undefined {
  const uses = toolUseNames.flatMap((name) => {
    const found = lines.find(([own]) => own === name);
    return found === undefined ? [] : [[name, found[1]] as const];
  });
  return uses.length > 0 ? Object.fromEntries(uses) : undefined;
}
