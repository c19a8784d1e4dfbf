import * as z from 'zod';
import { jsonObject, message } from './content-schema.ts';
import { functionCallChoice, functions, toolChoice, tools } from './tools-schema.ts';

/*
 * A whole request, as of `openai` 7.55.0 `ChatCompletionCreateParams`. Ranges are the vendor's; words
 * whose lists grow (effort, tier) are not checked, so that new ones reach the upstream.
 */

const knownFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string().nullish(),
      description: z.string().nullish(),
      schema: jsonObject.nullish(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

/** Such as the `grammar` of local servers: it goes to an upstream of this format as it is. */
const otherFormat = z.looseObject({
  type: z.string().refine((type) => !['text', 'json_object', 'json_schema'].includes(type), {
    abort: true,
  }),
});

const responseFormat = z.union([knownFormat, otherFormat]);
export type KnownFormatInput = z.infer<typeof knownFormat>;

/** Tells the formats that are written down from those that a server invented. */
export function isKnownFormat(format: z.infer<typeof responseFormat>): format is KnownFormatInput {
  return ['text', 'json_object', 'json_schema'].includes(format.type);
}

/** The reasoning object of routers, beside the official `reasoning_effort`. */
const reasoningOptions = z.looseObject({
  effort: z.string().nullish(),
  max_tokens: z.number().int().min(0).nullish(),
  exclude: z.boolean().nullish(),
  enabled: z.boolean().nullish(),
});

const penalty = z.number().min(-2).max(2).nullish();
const outputLimit = z.number().int().min(1).nullish();

export const requestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z
    .looseObject({
      include_usage: z.boolean().nullish(),
      include_obfuscation: z.boolean().nullish(),
    })
    .nullish(),
  tools: tools.nullish(),
  tool_choice: toolChoice.nullish(),
  functions: functions.nullish(),
  function_call: functionCallChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_tokens: outputLimit,
  max_completion_tokens: outputLimit,
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  n: z.number().int().min(1).max(128).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.number().nullish(),
  seed: z.number().int().nullish(),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  response_format: responseFormat.nullish(),
  reasoning_effort: z.string().nullish(),
  reasoning: reasoningOptions.nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  user: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  service_tier: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  store: z.boolean().nullish(),
  // What follows has no place in the canonical model and is kept as an extra of this dialect.
  audio: jsonObject.nullish(),
  modalities: z.array(z.string()).nullish(),
  moderation: jsonObject.nullish(),
  prediction: jsonObject.nullish(),
  prompt_cache_options: jsonObject.nullish(),
  prompt_cache_retention: z.string().nullish(),
  web_search_options: jsonObject.nullish(),
});

export type RequestInput = z.infer<typeof requestSchema>;

/** The fields that the canonical request has a place for; all others are extras. */
export const canonicalFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'n',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'response_format',
  'reasoning_effort',
  'reasoning',
  'verbosity',
  'user',
  'safety_identifier',
  'service_tier',
  'prompt_cache_key',
  'metadata',
  'store',
]);
