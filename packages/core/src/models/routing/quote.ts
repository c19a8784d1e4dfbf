/** What a caller pays for a call name, apart from what the target that answers costs. */
import { noFees } from '../pricing/fees.ts';
import { plainMultiplier, unknownPrice, type FoundPrice, type Price } from '../pricing/price.ts';
import type { Group, Snapshot, Target } from './snapshot.ts';

/** The price that a caller pays. */
export interface Quote {
  readonly price: FoundPrice;
  /** The factor of the price, in millionths. */
  readonly multiplier: number;
  /** True for a sale price of the configuration, which does not depend on the prices of targets. */
  readonly isSalePrice: boolean;
}

/** What a client has asked for. */
export interface QuotedRoute {
  readonly group: Pick<Group, 'name' | 'multiplier'>;
  readonly callName: string;
  /** By priority. */
  readonly targets: readonly Pick<Target, 'upstream' | 'model'>[];
}

/**
 * The price of a call name in a group: its sale price, or else the price of its first target that has one,
 * times the multiplier of the group. It does not depend on which target answers.
 * @param at milliseconds since 1970
 */
export function quotePrice(
  { prices, salePrices }: Pick<Snapshot, 'prices' | 'salePrices'>,
  { group, callName, targets }: QuotedRoute,
  at: number,
): Quote {
  const sold = salePrices.find({ group: group.name, callName }, at);
  if (sold === undefined) {
    const price = findListPrice(prices, targets, at);
    return { price, multiplier: group.multiplier, isSalePrice: false };
  }
  if (sold.kind !== 'priced')
    return { price: sold, multiplier: plainMultiplier, isSalePrice: true };
  const price = { ...sold, price: withFees(sold.price, findListPrice(prices, targets, at)) };
  return { price, multiplier: plainMultiplier, isSalePrice: true };
}

function findListPrice(
  prices: Snapshot['prices'],
  targets: QuotedRoute['targets'],
  at: number,
): FoundPrice {
  let price = unknownPrice;
  for (const target of targets) {
    price = prices.find(target, at);
    if (price.kind !== 'unknown') break;
  }
  return price;
}

/** A sale price that states no fees has those of the list price. */
function withFees(sold: Price, list: FoundPrice): Price {
  const isStated = Object.keys(sold.fees ?? noFees).length > 0;
  return isStated || list.kind !== 'priced' ? sold : { ...sold, fees: list.price.fees ?? noFees };
}
