// Turns the token counts that an upstream reports into consistent usage, for every dialect.
import type { ToolUseClaim, ToolUseName } from './tool-uses.ts';
import { tokenCount, type Usage, type UsageCorrection } from './usage.ts';

/**
 * The counts of one reply as the upstream reports them: sums and parts. All are integers of at least 0. A
 * count that is missing or implausible is 0.
 */
export interface StatedUsage {
  /** The whole prompt, including cached tokens. */
  readonly prompt: number;
  /** The whole output, including reasoning. */
  readonly completion: number;
  /** Prompt and output together. */
  readonly total: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly reasoning: number;
}

type Sums = Pick<StatedUsage, 'prompt' | 'completion'>;

/**
 * Splits reported counts into disjoint buckets. If the total is at least prompt plus output, it decides: the
 * output is the total minus the prompt. Parts are limited to their sums and never added to them.
 */
export function fitUsage(stated: StatedUsage): Usage {
  const { prompt, completion } = decideSums(stated);
  const reasoning = Math.min(stated.reasoning, completion);
  const corrections = findCorrections(stated, { prompt, completion });
  const usage = { ...fitCaches(stated, prompt), output: completion - reasoning, reasoning };
  return corrections.length > 0 ? { ...usage, corrections } : usage;
}

function decideSums(stated: StatedUsage): Sums {
  const { completion, total } = stated;
  const prompt = areBeside(stated) ? stated.prompt + cachesOf(stated) : stated.prompt;
  if (total < prompt + completion) return { prompt, completion };
  // Every prompt has tokens, so a count of 0 means that it was not reported.
  return prompt === 0
    ? { prompt: total - completion, completion }
    : { prompt, completion: total - prompt };
}

/**
 * Some servers do not include cached tokens in the prompt and count them only in the total. Two reports show
 * this: a cache larger than the prompt, unless the total has no room for it, or a total that exceeds both
 * sums by exactly the cached tokens.
 */
function areBeside(stated: StatedUsage): boolean {
  const { prompt, completion, total, reasoning } = stated;
  const caches = cachesOf(stated);
  const surplus = total - prompt - completion;
  if (largestCacheOf(stated) > prompt) return total === 0 || surplus >= caches;
  return surplus === caches && surplus !== reasoning;
}

/**
 * Caches contain the beginning of a prompt. If cache reads and writes together exceed the prompt, they
 * overlap: only tokens beyond the cache that was read can have been written.
 */
function fitCaches(stated: StatedUsage, prompt: number) {
  const written = stated.cacheWrite5m + stated.cacheWrite1h;
  const added = cachesOf(stated) > prompt ? Math.max(0, written - stated.cacheRead) : written;
  const cacheRead = Math.min(stated.cacheRead, prompt);
  const cacheWrite = Math.min(added, prompt - cacheRead);
  const cacheWrite1h = Math.min(stated.cacheWrite1h, cacheWrite);
  const cacheWrite5m = cacheWrite - cacheWrite1h;
  return { input: prompt - cacheRead - cacheWrite, cacheRead, cacheWrite5m, cacheWrite1h };
}

function cachesOf({ cacheRead, cacheWrite5m, cacheWrite1h }: StatedUsage): number {
  return cacheRead + cacheWrite5m + cacheWrite1h;
}

function largestCacheOf({ cacheRead, cacheWrite5m, cacheWrite1h }: StatedUsage): number {
  return Math.max(cacheRead, cacheWrite5m + cacheWrite1h);
}

/** The corrections that were made, in the order in which they are reported. */
function findCorrections(stated: StatedUsage, { prompt, completion }: Sums): UsageCorrection[] {
  const { total } = stated;
  const caches = cachesOf(stated);
  const isRaised = prompt > stated.prompt;
  const areAdded = isRaised && prompt === stated.prompt + caches;
  const isTooLarge = largestCacheOf(stated) > prompt;
  const found: UsageCorrection[] = [];
  if (total > 0 && total < stated.prompt + stated.completion) {
    found.push('stated total below prompt and output');
  }
  if (areAdded) found.push('caches counted beside prompt');
  if (isRaised && !areAdded) found.push('prompt raised to stated total');
  if (completion > stated.completion) found.push('output raised to stated total');
  if (isTooLarge) found.push('cached exceeds prompt');
  if (caches > prompt && !isTooLarge) found.push('cached and written overlap');
  if (stated.reasoning > completion) found.push('reasoning exceeds output');
  return found;
}

/** No reply uses a tool more often; a higher number would be charged, so it is a mistake of the upstream. */
const mostUses = 10_000;

/**
 * Adds the uses of tools that an upstream reports to its usage. A number that cannot be right is ignored, with a
 * correction.
 * @returns the usage itself if none is reported
 */
export function addToolUses(usage: Usage, claims: readonly ToolUseClaim[]): Usage {
  const stated = claims.filter(([, claim]) => (claim ?? 0) !== 0);
  if (stated.length === 0) return usage;
  const counts = stated.filter(isPlausible);
  const { corrections = [] } = usage;
  return {
    ...usage,
    ...(counts.length > 0 && { toolUses: Object.fromEntries(counts) }),
    ...(counts.length < stated.length && {
      corrections: [...corrections, 'implausible number of tool uses'],
    }),
  };
}

function isPlausible(claim: ToolUseClaim): claim is readonly [ToolUseName, number] {
  const count = tokenCount(claim[1]);
  return count === claim[1] && count <= mostUses;
}
