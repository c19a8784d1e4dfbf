// The token counts of replies in OpenAI’s formats, and other fields that both have.
import { addToolUses, fitUsage } from '../../canonical/stated-usage.ts';
import type { ToolUseClaim } from '../../canonical/tool-uses.ts';
import {
  isTokenClaim,
  mediaTokens,
  servicesOf,
  tokenCount,
  totalCount,
  type Usage,
} from '../../canonical/usage.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { objectOf } from '../json-fields.ts';

/**
 * The result of moderation, a field of a reply that only OpenAI's formats have (`openai` 7.55.0, `ChatCompletion`
 * and `Response`).
 */
export function moderationOf({ moderation }: Readonly<Record<string, unknown>>): JsonObject {
  return isJsonObject(moderation) ? { moderation } : {};
}

const kindsOfTokens = ['audio_tokens', 'image_tokens', 'video_tokens', 'text_tokens'];

/** The counts of the prompt's details that `decodeUsage` reads, or that follow from others. */
export const promptDetails = ['cached_tokens', 'cache_write_tokens', ...kindsOfTokens];

/** The same of the output's details. */
export const outputDetails = ['reasoning_tokens', ...kindsOfTokens];

/**
 * Decodes the sums of this format. By definition `prompt_tokens` includes cached tokens and
 * `completion_tokens` includes reasoning; if a server counts otherwise, the total decides.
 * @param tier the service tier, which these formats report beside the usage
 * @returns `undefined` if neither sum is stated
 */
export function decodeUsage(report: JsonValue | undefined, tier?: unknown): Usage | undefined {
  if (!isJsonObject(report)) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = report;
  if (!isTokenClaim(prompt) && !isTokenClaim(completion)) return undefined;
  const ofPrompt = objectOf(report['prompt_tokens_details']);
  const ofCompletion = objectOf(report['completion_tokens_details']);
  const usage = fitUsage({
    prompt: tokenCount(prompt),
    completion: tokenCount(completion),
    total: totalCount(total),
    ...readDetails(report),
    cacheWrite1h: 0,
  });
  const counted = {
    ...usage,
    ...mediaTokens('audio', ofPrompt['audio_tokens'], ofCompletion['audio_tokens']),
    ...mediaTokens('image', ofPrompt['image_tokens'], ofCompletion['image_tokens']),
    ...mediaTokens('video', ofPrompt['video_tokens'], ofCompletion['video_tokens']),
    // Mistral states the tier among the counts (`UsageInfo` of its library).
    ...servicesOf(tier ?? report['service_tier']),
  };
  return addToolUses(counted, readToolUses(report));
}

/**
 * The uses of tools that vendors report among the tokens: OpenRouter and Perplexity of searches, xAI of each of its tools.
 */
function readToolUses(report: JsonObject): readonly ToolUseClaim[] {
  const details = objectOf(report['server_side_tool_usage_details']);
  const { web_search_requests: requests } = objectOf(
    // The name in the types of OpenRouter's library, and the one in its pages.
    report['server_tool_use_details'] ?? report['server_tool_use'],
  );
  return [
    ['web_search', details['web_search_calls'] ?? requests ?? report['num_search_queries']],
    ['x_search', details['x_search_calls']],
    ['file_search', details['file_search_calls']],
    ['code_execution', details['code_interpreter_calls']],
  ];
}

function readDetails(report: JsonObject) {
  const prompt = objectOf(report['prompt_tokens_details']);
  const completion = objectOf(report['completion_tokens_details']);
  return {
    // DeepSeek, Moonshot, routers and Mistral report cache hits at the top level, Mistral also under its own name.
    cacheRead: firstCount(
      prompt['cached_tokens'],
      report['prompt_cache_hit_tokens'],
      report['cached_tokens'],
      report['cache_read_input_tokens'],
      report['num_cached_tokens'],
      objectOf(report['prompt_token_details'])['cached_tokens'],
    ),
    cacheWrite5m: firstCount(prompt['cache_write_tokens'], report['cache_creation_input_tokens']),
    reasoning: firstCount(completion['reasoning_tokens'], report['reasoning_tokens']),
  };
}

function firstCount(...claims: readonly unknown[]): number {
  for (const claim of claims) {
    const count = tokenCount(claim);
    if (count > 0) return count;
  }
  return 0;
}

/** Notes about what of a reply is lost in every other format. */
export const namelessCall = 'A call without a name cannot be answered.';
export const transcriptAlone = 'Only the transcript of an audio reply is kept.';
