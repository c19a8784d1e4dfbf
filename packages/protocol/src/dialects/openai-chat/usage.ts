// Encodes token counts of Chat Completions, for replies, streams and observers.
import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { objectOf } from '../../shared/json-fields.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { decodeUsage } from '../../shared/openai/reply.ts';
import type { ChatUsage } from './types.ts';

/**
 * Decodes the usage in a chunk of a stream. Groq has a separate object for it, and Moonshot writes it into
 * the last choice.
 */
export function decodeChunkUsage(chunk: JsonObject): Usage | undefined {
  const choices = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
  for (const holder of [chunk, objectOf(chunk['x_groq']), ...choices]) {
    const usage = isJsonObject(holder)
      ? decodeUsage(holder['usage'], chunk['service_tier'])
      : undefined;
    if (usage !== undefined) return usage;
  }
  return undefined;
}

/** Encodes the buckets as the sums of this format. */
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
      ...omitUndefined({
        cache_write_tokens: written > 0 ? written : undefined,
        audio_tokens: usage.audio?.input,
        image_tokens: usage.image?.input,
        video_tokens: usage.video?.input,
      }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      ...omitUndefined({
        audio_tokens: usage.audio?.output,
        image_tokens: usage.image?.output,
        video_tokens: usage.video?.output,
      }),
    },
  };
}
