/** The price of a model: its format in the configuration, its meaning and when it is valid. */
import { readFees, type FeeTerms, type Fees } from './fees.ts';
import { nanoUsdPerDollar } from '../../store/money.ts';

/** The price of a million tokens of each kind, in nano-dollars: whole numbers of at least 0. */
export interface Rates {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly output: number;
  readonly reasoning: number;
  readonly audioInput: number;
  readonly audioOutput: number;
  readonly imageInput: number;
  readonly imageOutput: number;
  readonly videoInput: number;
  readonly videoOutput: number;
}

/** The kinds of tokens that have a rate, in the order of a bill. */
export const rateNames = [
  'input',
  'audioInput',
  'imageInput',
  'videoInput',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'audioOutput',
  'imageOutput',
  'videoOutput',
  'reasoning',
] as const satisfies readonly (keyof Rates)[];

/**
 * The rates of the whole request when its prompt, cached tokens included, is longer than this many tokens.
 */
export interface PriceTier {
  readonly above: number;
  readonly rates: Rates;
}

/** The price of a model at one time. */
export interface Price {
  readonly rates: Rates;
  /** Shortest prompt first. */
  readonly tiers: readonly PriceTier[];
  /** The factor of all rates for a service that is not the usual one, in millionths; 1 for services without one. */
  readonly services: Readonly<Record<string, number>>;
  /** What is charged beside tokens; absent in a price that an earlier version recorded. */
  readonly fees?: Fees;
  /** The source of the price, for people who read a bill. It names no model and no upstream. */
  readonly source: string;
}

/** What is known of the price of a model. An unknown price is `unknown`, never 0. */
export type FoundPrice =
  | { readonly kind: 'priced'; readonly price: Price }
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown' };

export const unknownPrice: FoundPrice = { kind: 'unknown' };

/** A multiplier of 1, in millionths. */
export const plainMultiplier = 1_000_000;

/** The tier that applies to a prompt of this length; `undefined` below the first one. */
export function priceTierOf({ tiers }: Price, promptTokens: number): PriceTier | undefined {
  return tiers.findLast(({ above }) => promptTokens > above);
}

/** A service that a reply reports, and the factor of the rates for it, in millionths. */
export type ServiceFactor = readonly [service: string, factor: number];

/** The factors of a price for the services that a reply reports, or that a request asks for. */
export function serviceFactorsOf(
  { services }: Price,
  names: readonly string[] = [],
): readonly ServiceFactor[] {
  return names.map((name) => [
    name,
    Object.hasOwn(services, name) ? (services[name] ?? plainMultiplier) : plainMultiplier,
  ]);
}

/** Multiplies a rate by factors; the product is rounded up to a whole nano-dollar for a million tokens. */
export function multiplyRate(rate: number, factors: readonly ServiceFactor[]): number {
  return factors.reduce((product, [, factor]) => multiplyOnce(product, factor), rate);
}

function multiplyOnce(rate: number, factor: number): number {
  const one = BigInt(plainMultiplier);
  return Number((BigInt(rate) * BigInt(factor) + one - 1n) / one);
}

/** Multiplies each rate, as `multiplyRate`. */
export function multiplyRates(rates: Rates, factors: readonly ServiceFactor[]): Rates {
  return {
    input: multiplyRate(rates.input, factors),
    cacheRead: multiplyRate(rates.cacheRead, factors),
    cacheWrite5m: multiplyRate(rates.cacheWrite5m, factors),
    cacheWrite1h: multiplyRate(rates.cacheWrite1h, factors),
    output: multiplyRate(rates.output, factors),
    reasoning: multiplyRate(rates.reasoning, factors),
    audioInput: multiplyRate(rates.audioInput, factors),
    audioOutput: multiplyRate(rates.audioOutput, factors),
    imageInput: multiplyRate(rates.imageInput, factors),
    imageOutput: multiplyRate(rates.imageOutput, factors),
    videoInput: multiplyRate(rates.videoInput, factors),
    videoOutput: multiplyRate(rates.videoOutput, factors),
  };
}

/** Dollars per million tokens, the format of prices in the configuration and in the catalogue. */
export interface RateTerms {
  readonly input?: number;
  readonly output?: number;
  readonly cache_read?: number;
  readonly cache_write_5m?: number;
  readonly cache_write_1h?: number;
  readonly reasoning?: number;
  readonly audio_input?: number;
  readonly audio_output?: number;
  readonly image_input?: number;
  readonly image_output?: number;
  readonly video_input?: number;
  readonly video_output?: number;
}

export interface TierTerms extends RateTerms {
  readonly above: number;
}

/** Either free, or with prices. */
export interface PriceTerms extends RateTerms {
  readonly free?: boolean;
  readonly tiers?: readonly TierTerms[];
  /** The factor of the price for each service that is not the usual one, such as `priority`. */
  readonly services?: Readonly<Record<string, number>>;
  readonly fees?: FeeTerms;
}

/**
 * The default price of writing to a cache, as a multiple of the input price: the factors of Anthropic, the
 * first vendor that charged for it (platform.claude.com, Pricing, prompt caching). OpenAI's models that
 * charge for cache writes have the same first factor.
 */
const writeFactors = { fiveMinutes: 1.25, hour: 2 };

/**
 * Converts prices in dollars. They have at most nine decimals, so that nothing is rounded.
 * @param source as in `Price`
 */
export function readPrice(terms: PriceTerms, source: string): FoundPrice {
  if (terms.free === true) return { kind: 'free' };
  const rates = readRates(terms);
  if (rates === undefined) return unknownPrice;
  const tiers = (terms.tiers ?? []).flatMap((tier) => {
    const tierRates = readRates(tier);
    return tierRates === undefined ? [] : [{ above: tier.above, rates: tierRates }];
  });
  tiers.sort((left, right) => left.above - right.above);
  return {
    kind: 'priced',
    price: { rates, tiers, services: readServices(terms), fees: readFees(terms.fees), source },
  };
}

/** Factors have at most six decimals, so that nothing is rounded. */
function readServices({ services = {} }: PriceTerms): Price['services'] {
  const factors = Object.entries(services).map(([name, factor]) => {
    return [name, Math.round(factor * plainMultiplier)] as const;
  });
  return Object.fromEntries(factors);
}

/** By default, cache reads and media have the price of input, reasoning and media that of output. */
function readRates(terms: RateTerms): Rates | undefined {
  if (terms.input === undefined || terms.output === undefined) return undefined;
  const input = toNanoUsd(terms.input);
  const output = toNanoUsd(terms.output);
  const cacheWrite5m = rateOr(terms.cache_write_5m, Math.ceil(input * writeFactors.fiveMinutes));
  return {
    input,
    cacheRead: rateOr(terms.cache_read, input),
    cacheWrite5m,
    cacheWrite1h: rateOr(terms.cache_write_1h, Math.max(input * writeFactors.hour, cacheWrite5m)),
    output,
    reasoning: rateOr(terms.reasoning, output),
    audioInput: rateOr(terms.audio_input, input),
    audioOutput: rateOr(terms.audio_output, output),
    imageInput: rateOr(terms.image_input, input),
    imageOutput: rateOr(terms.image_output, output),
    videoInput: rateOr(terms.video_input, input),
    videoOutput: rateOr(terms.video_output, output),
  };
}

function rateOr(dollars: number | undefined, otherwise: number): number {
  return dollars === undefined ? otherwise : toNanoUsd(dollars);
}

function toNanoUsd(dollars: number): number {
  return Math.round(dollars * nanoUsdPerDollar);
}

/** When a price is valid; always, if nothing is set. */
export interface Validity {
  /** From the beginning of this day, in UTC, as `2026-01-31`. */
  readonly from?: string;
  /** Between two times of every day, in UTC, as `16:30`; a span may end on the next day. */
  readonly hours?: { readonly from: string; readonly until: string };
  /** On these days of the week in UTC, from 1 for Monday to 7 for Sunday. */
  readonly days?: readonly number[];
}

/** @param at milliseconds since 1970 */
export function holdsAt({ from, hours, days }: Validity, at: number): boolean {
  if (from !== undefined && at < Date.parse(from)) return false;
  if (days !== undefined && !days.includes(new Date(at).getUTCDay() || 7)) return false;
  return hours === undefined || isWithin(hours, new Date(at).toISOString().slice(11, 16));
}

/** Times in this format sort alphabetically. */
function isWithin({ from, until }: NonNullable<Validity['hours']>, time: string): boolean {
  return from <= until ? from <= time && time < until : from <= time || time < until;
}

/** Negative when the first begins before the second. */
export function beginsBefore(a: Validity, b: Validity): number {
  return beginOf(a) - beginOf(b);
}

/** A price without a beginning sorts before all others. */
function beginOf({ from }: Validity): number {
  return from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(from);
}
