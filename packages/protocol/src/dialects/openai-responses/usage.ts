// Decodes and encodes token counts of Responses, for replies, streams and observers.
import { inputTotal, noUsage, outputTotal, type Usage } from '../../canonical/usage.ts';
import { isJsonObject, type JsonValue } from '../../json/value.ts';
import { decodeUsage as decodeChatUsage } from '../../shared/openai/reply.ts';
import type { ResponsesUsage } from './reply/types.ts';

/** Decodes the sums; they are those of Chat Completions under other names. */
export function decodeUsage(report: JsonValue | undefined, tier?: unknown): Usage | undefined {
  if (!isJsonObject(report)) return undefined;
  const sums = {
    prompt_tokens: report['input_tokens'],
    completion_tokens: report['output_tokens'],
    total_tokens: report['total_tokens'],
    prompt_tokens_details: report['input_tokens_details'],
    completion_tokens_details: report['output_tokens_details'],
  };
  return decodeChatUsage(sums, tier);
}

/**
 * Encodes the buckets as sums. Both details are always included, because Codex retries a reply without them.
 */
export function encodeUsage(usage: Usage = noUsage): ResponsesUsage {
  const input = inputTotal(usage);
  const output = outputTotal(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + output,
  };
}
