/**
 * Token counts in disjoint buckets. Every wire format reports sums of these, so that no token is
 * counted twice and none is left out. All counts are integers of at least 0.
 */
export interface Usage {
  /** Prompt tokens that were neither read from nor written to a cache. */
  readonly input: number;
  readonly cacheRead: number;
  /** Written to a cache that lives for five minutes; also every write whose lifetime is unknown. */
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Answer tokens without reasoning. */
  readonly output: number;
  readonly reasoning: number;
  /** True when a number is our estimate and not the upstream's report. */
  readonly estimated?: boolean;
  /** What had to be put right in the upstream's report; absent when that adds up. */
  readonly corrections?: readonly UsageCorrection[];
}

/** What can be wrong with the counts that an upstream states, in terms that never change. */
export type UsageCorrection =
  /** The total holds more than prompt and output: tokens of reasoning that it did not show. */
  | 'output raised to stated total'
  /** The total holds more than the output, and no prompt is stated. */
  | 'prompt raised to stated total'
  /** The total holds less than prompt and output, so it decides nothing. */
  | 'stated total below prompt and output'
  | 'caches counted beside prompt'
  | 'cached exceeds prompt'
  /** Some tokens are stated as read from a cache and as written to one. */
  | 'cached and written overlap'
  | 'reasoning exceeds output';

/** Nothing used, to begin sums with. */
export const noUsage: Usage = {
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
};

/** Everything the prompt cost, caches included. */
export function inputTotal(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** Everything the model wrote, reasoning included. */
export function outputTotal(usage: Usage): number {
  return usage.output + usage.reasoning;
}

const highestCount = 1_000_000_000;

/** A number as JSON means it, or as careless servers write it: in quotes. */
function numberOf(claim: unknown): number | undefined {
  if (typeof claim === 'string') return /^\d{1,10}$/.test(claim) ? Number(claim) : undefined;
  return typeof claim === 'number' ? claim : undefined;
}

/** True when an upstream says a number of tokens, however absurd it is. */
export function isTokenClaim(claim: unknown): boolean {
  return numberOf(claim) !== undefined;
}

/**
 * Reads a token count an upstream claims. A number from outside is a claim: anything that is not a
 * number between 0 and 1,000,000,000 counts as 0, and a fraction is cut off.
 */
export function tokenCount(claim: unknown): number {
  const count = Math.trunc(numberOf(claim) ?? 0);
  return count > 0 && count <= highestCount ? count : 0;
}

/** Reads a total, which decides other counts and is therefore no total when it has a fraction. */
export function totalCount(claim: unknown): number {
  return Number.isInteger(numberOf(claim)) ? tokenCount(claim) : 0;
}
