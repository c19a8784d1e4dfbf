// Decodes and encodes token counts of Responses, for replies, streams and observers.
import { addToolUses } from '../../canonical/stated-usage.ts';
import type { ToolUseClaim } from '../../canonical/tool-uses.ts';
import { inputTotal, noUsage, outputTotal, type Usage } from '../../canonical/usage.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { objectOf, objectsOf } from '../../shared/json-fields.ts';
import { decodeUsage as decodeChatUsage } from '../../shared/openai/reply.ts';
import type { ResponsesUsage } from './reply/types.ts';

/** The fields of a whole reply that say what it used; of any type. */
export interface UsedReply {
  readonly usage?: unknown;
  readonly service_tier?: unknown;
  readonly tool_usage?: unknown;
  readonly output?: unknown;
}

/** Decodes what a whole reply used; `undefined` if it states no sums. */
export function decodeUsage(reply: UsedReply): Usage | undefined {
  const { usage: report, service_tier: tier } = reply;
  if (!isJsonObject(report)) return undefined;
  const usage = decodeSums(report, tier);
  // What xAI and OpenRouter report among the tokens is what they charge.
  const reported = usage?.toolUses ?? report['server_side_tool_usage_details'];
  if (usage === undefined || reported !== undefined) return usage;
  return addToolUses(usage, readToolUses(reply));
}

/** The sums are those of Chat Completions under other names. */
function decodeSums(report: JsonObject, tier: unknown): Usage | undefined {
  const sums = {
    prompt_tokens: report['input_tokens'],
    completion_tokens: report['output_tokens'],
    total_tokens: report['total_tokens'],
    prompt_tokens_details: report['input_tokens_details'],
    completion_tokens_details: report['output_tokens_details'],
    server_tool_use: report['server_tool_use'],
    server_tool_use_details: report['server_tool_use_details'],
    server_side_tool_usage_details: report['server_side_tool_usage_details'],
  };
  return decodeChatUsage(sums, tier);
}

/** The searches that the vendor bills (`openai` 7.55.0, `Response.ToolUsage`), or else those in the output. */
function readToolUses({ tool_usage: billed, output }: UsedReply): readonly ToolUseClaim[] {
  const count = (type: string) => objectsOf(output).filter((item) => isUse(item, type)).length;
  const searches = objectOf(objectOf(billed)['web_search'])['num_requests'];
  return [
    ['web_search', searches ?? count('web_search_call')],
    ['file_search', count('file_search_call')],
  ];
}

/** Pages that are opened cost nothing, nor does a call that failed. */
function isUse(item: JsonObject, type: string): boolean {
  const action = objectOf(item['action'])['type'] ?? 'search';
  return item['type'] === type && item['status'] !== 'failed' && action === 'search';
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
