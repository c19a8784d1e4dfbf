/** What a million tokens of each kind cost, in nano-dollars: whole numbers of at least 0. */
export interface Rates {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly output: number;
  readonly reasoning: number;
}

/** The kinds of tokens that have a rate, in the order in which a bill lists them. */
export const rateNames = [
  'input',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'reasoning',
] as const satisfies readonly (keyof Rates)[];

/** What the whole request costs when its prompt is longer than this, caches included, in tokens. */
export interface Tier {
  readonly above: number;
  readonly rates: Rates;
}

/** The price of a model at one moment. */
export interface Price {
  readonly rates: Rates;
  /** Shortest prompt first. */
  readonly tiers: readonly Tier[];
  /** Where it comes from, for people who look at a bill. It names no model and no upstream. */
  readonly source: string;
}

/** What is known of the price of a model. `unknown` is never nothing: who does not know must not say 0. */
export type FoundPrice =
  | { readonly kind: 'priced'; readonly price: Price }
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown' };

/** The tier that a prompt of so many tokens falls into; nothing below the first one. */
export function tierOf({ tiers }: Price, promptTokens: number): Tier | undefined {
  return tiers.findLast(({ above }) => promptTokens > above);
}
