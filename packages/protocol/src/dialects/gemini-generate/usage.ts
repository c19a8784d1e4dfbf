import { isJsonObject, type JsonValue } from '../../canonical/json.ts';
import {
  inputTotal,
  isTokenClaim,
  outputTotal,
  tokenCount,
  type Usage,
} from '../../canonical/usage.ts';
import { tierOf } from './tables.ts';
import type { WireUsage } from './wire.ts';

/**
 * Takes the counts of this format apart. The cache is inside `promptTokenCount`; tool prompts and
 * thoughts stand beside the prompt and the answer. Counts of nothing are left out, and every chunk
 * repeats the sums so far.
 * @returns `undefined` when there is no count at all
 */
export function decodeUsage(report: JsonValue | undefined): Usage | undefined {
  if (!isJsonObject(report)) return undefined;
  const { promptTokenCount, candidatesTokenCount, totalTokenCount } = report;
  const claims = [promptTokenCount, candidatesTokenCount, totalTokenCount];
  if (!claims.some(isTokenClaim)) return undefined;
  const prompt = tokenCount(promptTokenCount);
  const cacheRead = tokenCount(report['cachedContentTokenCount']);
  const fresh = cacheRead > prompt ? prompt : prompt - cacheRead;
  return {
    input: fresh + tokenCount(report['toolUsePromptTokenCount']),
    cacheRead,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: tokenCount(candidatesTokenCount),
    reasoning: tokenCount(report['thoughtsTokenCount']),
  };
}

/** The tier that a report names; the standard one is what every request gets. */
export function decodeTier(report: JsonValue | undefined): string | undefined {
  const word = isJsonObject(report) ? (report['serviceTier'] ?? report['trafficType']) : undefined;
  if (typeof word !== 'string') return undefined;
  const tier = tierOf(word.replace(/^ON_DEMAND_/, ''));
  return tier === 'standard' ? undefined : tier;
}

/** Sums the buckets as this format reports them. */
export function encodeUsage(usage: Usage): WireUsage {
  const prompt = inputTotal(usage);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: usage.output,
    totalTokenCount: prompt + outputTotal(usage),
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
  };
}
