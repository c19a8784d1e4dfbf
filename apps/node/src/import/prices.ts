/** Converts prices of other gateways; used by the importers. */
import type { PriceTerms } from './imported.ts';

export type Rates = Readonly<Record<string, number>>;

/** Dollars per token as dollars per million tokens. */
export function perMillion(dollars: number): number {
  return movePoint(dollars, 6);
}

/** Dollars per use as dollars for a thousand. */
export function perThousand(dollars: number): number {
  return movePoint(dollars, 3);
}

/** The decimal point is moved in the text, so that no digit changes. */
function movePoint(dollars: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(dollars).split('e');
  return Number(`${digits}e${String(Number(exponent) + places)}`);
}

const mostDollars = 100_000;
const mostDecimals = 9;

/** Why a price is not imported. */
export const unusablePrice =
  'was not imported: a price needs input and output, of at most 100000 dollars per million tokens.';

/** A price by its rates, in dollars per million tokens; undefined for one that a configuration cannot have. */
export function createPrice(
  rates: Rates,
  tiers: readonly (Rates & { readonly above: number })[] = [],
): PriceTerms | undefined {
  if (rates['input'] === undefined || rates['output'] === undefined) return undefined;
  const all = [rates, ...tiers.map(({ above: _, ...tier }) => tier)].flatMap(Object.values<number>);
  if (all.some((rate) => rate < 0 || rate > mostDollars)) return undefined;
  if (all.every((rate) => rate === 0)) return { free: true };
  const steps = tiers.map(({ above, ...tier }) => ({ above, ...round(tier) }));
  return { ...round(rates), ...(steps.length > 0 && { tiers: steps }) };
}

function round(rates: Rates): Rates {
  const rounded = Object.entries(rates).map(([name, rate]) => [
    name,
    Number(rate.toFixed(mostDecimals)),
  ]);
  return Object.fromEntries(rounded) as Rates;
}
