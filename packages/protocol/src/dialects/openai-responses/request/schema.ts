import * as z from 'zod';
import { input, jsonObject } from './content-schema.ts';
import { toolChoice, tools } from './tools-schema.ts';

/*
 * A whole request, as of `openai` 7.55.0 `ResponseCreateParams`. Ranges are the vendor's; words whose
 * lists grow (effort, tier, include) are not checked, so that new ones reach the upstream.
 */

const textFormat = z.looseObject({
  type: z.string(),
  name: z.string().nullish(),
  schema: jsonObject.nullish(),
  description: z.string().nullish(),
  strict: z.boolean().nullish(),
});

export const requestSchema = z
  .looseObject({
    model: z.string().min(1),
    input: input.nullish(),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_obfuscation: z.boolean().nullish() }).nullish(),
    tools: tools.nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    max_output_tokens: z.number().int().min(1).nullish(),
    max_tool_calls: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    top_logprobs: z.number().int().min(0).max(20).nullish(),
    text: z
      .looseObject({
        format: textFormat.nullish(),
        verbosity: z.enum(['low', 'medium', 'high']).nullish(),
      })
      .nullish(),
    reasoning: z
      .looseObject({
        effort: z.string().nullish(),
        summary: z.string().nullish(),
        generate_summary: z.string().nullish(),
      })
      .nullish(),
    include: z.array(z.string()).nullish(),
    store: z.boolean().nullish(),
    previous_response_id: z.string().nullish(),
    conversation: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
    prompt: z.looseObject({ id: z.string() }).nullish(),
    background: z.boolean().nullish(),
    truncation: z.enum(['auto', 'disabled']).nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    prompt_cache_key: z.string().nullish(),
    safety_identifier: z.string().nullish(),
    user: z.string().nullish(),
    service_tier: z.string().nullish(),
  })
  .refine((body) => isAnyGiven(body), { error: 'must be given', path: ['input'] });

/** Without any of these there is nothing to answer. */
function isAnyGiven(body: Readonly<Record<string, unknown>>): boolean {
  const sources = ['input', 'previous_response_id', 'conversation', 'prompt', 'instructions'];
  return sources.some((field) => (body[field] ?? null) !== null);
}

export type RequestInput = z.output<typeof requestSchema>;

/** The fields that the canonical request has a place for; all others are extras. */
export const canonicalFields: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_output_tokens',
  'temperature',
  'top_p',
  'top_logprobs',
  'text',
  'reasoning',
  'include',
  'store',
  'previous_response_id',
  'metadata',
  'prompt_cache_key',
  'safety_identifier',
  'user',
  'service_tier',
]);
