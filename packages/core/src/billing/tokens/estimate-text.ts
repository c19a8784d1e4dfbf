import { pricesOf } from './prices.ts';
import { countUnits } from './text-units.ts';
import type { TokenFamily } from './token-family.ts';
import { unitKinds } from './unit-kinds.ts';

/**
 * Estimates how many tokens a text makes: a whole number, 0 only for the empty text. Takes time in
 * proportion to the length, whatever the text. `estimateErrorPercent` says how far off it may be.
 */
export function estimateTextTokens(text: string, family: TokenFamily): number {
  const units = countUnits(text);
  const prices = pricesOf[family];
  return Math.ceil(unitKinds.reduce((sum, kind) => sum + units[kind] * prices[kind], 0));
}
