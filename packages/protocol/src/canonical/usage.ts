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
}

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

/**
 * Reads a token count an upstream claims. A number from outside is a claim: anything that is not a
 * whole number between 0 and 1,000,000,000 counts as 0.
 */
export function tokenCount(claim: unknown): number {
  if (typeof claim !== 'number' || !Number.isFinite(claim)) return 0;
  const count = Math.trunc(claim);
  return count > 0 && count <= highestCount ? count : 0;
}
