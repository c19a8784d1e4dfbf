/** Computes what an attempt costs, at the price that was valid when its exchange began. */
import { inputTotal, type Usage } from '@parley/protocol';
import type { Pricing } from '../../store/exchanges.ts';
import type { NanoUsd } from '../../store/money.ts';
import { addUp, type Arithmetic, type ArithmeticLine } from './arithmetic.ts';
import { rateNames, priceTierOf, type FoundPrice, type Price } from '../../models/pricing/price.ts';

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
  const arithmetic = workOut(found, usage, multiplier);
  const amount = addUp(arithmetic);
  return { pricing: pricings[found.kind], ...amount, arithmetic: JSON.stringify(arithmetic) };
}

const pricings = {
  priced: 'priced',
  free: 'free',
  unknown: 'quarantined',
} as const satisfies Readonly<Record<FoundPrice['kind'], Pricing>>;

function workOut(found: FoundPrice, usage: Usage, multiplier: number): Arithmetic {
  const lines = linesOf(usage, found.kind === 'priced' ? found.price : undefined);
  const common = {
    ...(usage.estimated === true && { estimated: true as const }),
    lines,
    multiplier,
  };
  if (found.kind !== 'priced') return { price: found.kind, ...common };
  const { price } = found;
  const above = priceTierOf(price, inputTotal(usage))?.above;
  return { price: 'known', source: price.source, ...(above !== undefined && { above }), ...common };
}

function linesOf(usage: Usage, price: Price | undefined): readonly ArithmeticLine[] {
  const rates = price && (priceTierOf(price, inputTotal(usage))?.rates ?? price.rates);
  return rateNames
    .filter((name) => usage[name] !== 0)
    .map((name) => [name, usage[name], rates?.[name] ?? 0]);
}
