/** What is charged beside the tokens of a model: fees for each use of a tool, or for each request. */
import { toolUseNames, type ToolUses } from '@parley/protocol';
import { nanoUsdPerDollar } from '../../store/money.ts';

/**
 * What fees are for, in the order of a bill: the uses of tools; `grounded_prompt`, a reply that searched the web, instead
 * of each search; and `request`, every reply of a model that always searches.
 */
export const feeNames = [...toolUseNames, 'grounded_prompt', 'request'] as const;

export type FeeName = (typeof feeNames)[number];

/** Dollars for a thousand, the format of fees in the configuration and in the catalogue. */
export type FeeTerms = Readonly<Partial<Record<FeeName, number>>>;

/**
 * The price of a million of each, in nano-dollars, like that of tokens: whole numbers of at least 0. A fee without a
 * price is not charged.
 */
export type Fees = Readonly<Partial<Record<FeeName, number>>>;

/** Nothing but tokens is charged. */
export const noFees: Fees = {};

/** Converts fees in dollars. They have at most nine decimals, so that nothing is rounded. */
export function readFees(terms: FeeTerms | undefined): Fees {
  if (terms === undefined) return noFees;
  const fees: Partial<Record<FeeName, number>> = {};
  for (const name of feeNames) {
    const dollars = terms[name];
    if (dollars !== undefined) fees[name] = Math.round(dollars * nanoUsdPerDollar) * 1_000;
  }
  return fees;
}

/** How many of each fee a reply costs; whole numbers above 0. */
export type FeeCount = readonly [name: FeeName, count: number];

const nothing: readonly FeeCount[] = [];

/** What a reply is charged for, or would be if it had a price. */
export function countFees(fees: Fees, uses: ToolUses | undefined): readonly FeeCount[] {
  if (uses === undefined && fees.request === undefined) return nothing;
  const counts: FeeCount[] = [];
  for (const name of toolUseNames) {
    const count = uses?.[name] ?? 0;
    if (count === 0) continue;
    const isOnce = name === 'web_search' && fees.grounded_prompt !== undefined;
    counts.push(isOnce ? ['grounded_prompt', 1] : [name, count]);
  }
  if (fees.request !== undefined) counts.push(['request', 1]);
  return counts;
}
