// Turns the token counts an upstream states into usage that adds up, for every dialect.
import type { Note } from './note.ts';
import type { Usage, UsageCorrection } from './usage.ts';

/**
 * The counts of one answer as an upstream states them, sums and parts. All are integers of at least
 * 0; what is not stated, or cannot be believed, is 0.
 */
export interface StatedUsage {
  /** The whole prompt, caches included. */
  readonly prompt: number;
  /** The whole answer, reasoning included. */
  readonly completion: number;
  /** Prompt and answer together. */
  readonly total: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly reasoning: number;
}

type Sums = Pick<StatedUsage, 'prompt' | 'completion'>;

/**
 * Takes the counts of an upstream apart. A total that has room for prompt and answer decides: what it
 * holds beyond the prompt is the answer. Parts are fitted into their sums and never added to them.
 */
export function fitUsage(stated: StatedUsage): Usage {
  const { prompt, completion } = decideSums(stated);
  const reasoning = Math.min(stated.reasoning, completion);
  const corrections = findCorrections(stated, { prompt, completion });
  return {
    ...fitCaches(stated, prompt),
    output: completion - reasoning,
    reasoning,
    ...(corrections.length > 0 && { corrections }),
  };
}

function decideSums(stated: StatedUsage): Sums {
  const { completion, total } = stated;
  const prompt = areBeside(stated) ? stated.prompt + cachesOf(stated) : stated.prompt;
  if (total < prompt + completion) return { prompt, completion };
  // No prompt costs nothing, so one of nothing was not stated.
  return prompt === 0
    ? { prompt: total - completion, completion }
    : { prompt, completion: total - prompt };
}

/**
 * Some servers leave the caches out of the prompt and count them in the total alone. One shows it by
 * a cache that is larger than its prompt, unless a total has no room for it, or by a total that holds
 * just the caches beyond both sums.
 */
function areBeside(stated: StatedUsage): boolean {
  const { prompt, completion, total, reasoning } = stated;
  const caches = cachesOf(stated);
  const surplus = total - prompt - completion;
  if (largestCacheOf(stated) > prompt) return total === 0 || surplus >= caches;
  return surplus === caches && surplus !== reasoning;
}

/**
 * Caches hold the beginning of a prompt, so of two that the prompt cannot hold side by side one lies
 * inside the other: only what is longer than the cache that was read can have been written.
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

/** What was put right, in the order in which it is reported. */
function findCorrections(stated: StatedUsage, { prompt, completion }: Sums): UsageCorrection[] {
  const { total } = stated;
  const caches = cachesOf(stated);
  const isRaised = prompt > stated.prompt;
  const areAdded = isRaised && prompt === stated.prompt + caches;
  const isTooLarge = largestCacheOf(stated) > prompt;
  const found: readonly (readonly [UsageCorrection, boolean])[] = [
    [
      'stated total below prompt and output',
      total > 0 && total < stated.prompt + stated.completion,
    ],
    ['caches counted beside prompt', areAdded],
    ['prompt raised to stated total', isRaised && !areAdded],
    ['output raised to stated total', completion > stated.completion],
    ['cached exceeds prompt', isTooLarge],
    ['cached and written overlap', caches > prompt && !isTooLarge],
    ['reasoning exceeds output', stated.reasoning > completion],
  ];
  return found.flatMap(([correction, holds]) => (holds ? [correction] : []));
}

/** What the record of an exchange says of counts that had to be put right. */
export function noteCorrections(usage: Usage | undefined): Note[] {
  return (usage?.corrections ?? []).map((correction) => ({
    path: 'usage',
    action: 'corrected',
    reason: `The token counts of the upstream do not add up: ${correction}.`,
  }));
}
