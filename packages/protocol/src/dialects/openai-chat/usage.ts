import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { fitUsage } from '../../canonical/stated-usage.ts';
import {
  inputTotal,
  isTokenClaim,
  outputTotal,
  tokenCount,
  totalCount,
} from '../../canonical/usage.ts';
import type { Usage } from '../../canonical/usage.ts';
import type { ChatUsage } from './types.ts';

/**
 * Takes the sums of this format apart. Caches belong inside `prompt_tokens` and reasoning inside
 * `completion_tokens`; where servers count otherwise, the total decides.
 * @returns `undefined` when neither sum is there
 */
export function decodeUsage(report: JsonValue | undefined): Usage | undefined {
  if (!isJsonObject(report)) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = report;
  if (!isTokenClaim(prompt) && !isTokenClaim(completion)) return undefined;
  return fitUsage({
    prompt: tokenCount(prompt),
    completion: tokenCount(completion),
    total: totalCount(total),
    ...readDetails(report),
    cacheWrite1h: 0,
  });
}

/**
 * The usage in a chunk of a stream, wherever it stands: Groq has an object of its own for it, and
 * Moonshot writes it into the last choice.
 */
export function decodeChunkUsage(chunk: JsonObject): Usage | undefined {
  const choices = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
  for (const holder of [chunk, objectOf(chunk['x_groq']), ...choices]) {
    const usage = isJsonObject(holder) ? decodeUsage(holder['usage']) : undefined;
    if (usage !== undefined) return usage;
  }
  return undefined;
}

function readDetails(report: JsonObject) {
  const prompt = objectOf(report['prompt_tokens_details']);
  const completion = objectOf(report['completion_tokens_details']);
  return {
    // DeepSeek and Moonshot report cache hits at the top.
    cacheRead: firstCount(
      prompt['cached_tokens'],
      report['prompt_cache_hit_tokens'],
      report['cached_tokens'],
      report['cache_read_input_tokens'],
    ),
    cacheWrite5m: firstCount(prompt['cache_write_tokens'], report['cache_creation_input_tokens']),
    reasoning: firstCount(completion['reasoning_tokens'], report['reasoning_tokens']),
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function firstCount(...claims: readonly unknown[]): number {
  return claims.map(tokenCount).find((count) => count > 0) ?? 0;
}

/** Sums the buckets as this format reports them. */
export function encodeUsage(usage: Usage): ChatUsage {
  const prompt = inputTotal(usage);
  const completion = outputTotal(usage);
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(written > 0 && { cache_write_tokens: written }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
