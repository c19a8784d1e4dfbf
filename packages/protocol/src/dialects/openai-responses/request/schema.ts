// The zod schema of Responses requests, for the request decoder.
import * as z from 'zod/mini';
import { recordOf, wholeNumber } from '../../../shared/schema.ts';
import { input } from './content-schema.ts';
import { toolChoice, tools } from './tools-schema.ts';
import { flag, jsonObject, nonEmpty, text } from '../../../shared/schema-values.ts';

/*
 * A whole request, as of `openai` 7.55.0 `ResponseCreateParams`. Ranges are the vendor's. Values of growing
 * lists (effort, tier, include) are not validated, so that new ones reach the upstream.
 */

const textFormat = z.looseObject({
  type: z.string(),
  name: text,
  schema: z.nullish(jsonObject),
  description: text,
  strict: flag,
});

/** The fields with a canonical form; all others are extras. */
const canonicalShape = {
  model: nonEmpty,
  input: z.nullish(input),
  instructions: text,
  stream: flag,
  tools: z.nullish(tools),
  tool_choice: z.nullish(toolChoice),
  parallel_tool_calls: flag,
  max_output_tokens: z.nullish(wholeNumber(1)),
  temperature: z.nullish(z.number().check(z.minimum(0), z.maximum(2))),
  top_p: z.nullish(z.number().check(z.minimum(0), z.maximum(1))),
  top_logprobs: z.nullish(wholeNumber(0, 20)),
  text: z.nullish(
    z.looseObject({
      format: z.nullish(textFormat),
      verbosity: z.nullish(z.literal(['low', 'medium', 'high'])),
    }),
  ),
  reasoning: z.nullish(
    z.looseObject({
      effort: text,
      summary: text,
      generate_summary: text,
    }),
  ),
  include: z.nullish(z.array(z.string())),
  store: flag,
  previous_response_id: text,
  metadata: z.nullish(recordOf(z.string())),
  prompt_cache_key: text,
  safety_identifier: text,
  user: text,
  service_tier: text,
};

export const canonicalFields: ReadonlySet<string> = new Set(Object.keys(canonicalShape));

export const requestSchema = z
  .looseObject({
    ...canonicalShape,
    stream_options: z.nullish(z.looseObject({ include_obfuscation: flag })),
    max_tool_calls: z.nullish(wholeNumber(1)),
    conversation: z.nullish(z.union([z.string(), z.looseObject({ id: z.string() })])),
    prompt: z.nullish(z.looseObject({ id: z.string() })),
    background: flag,
    truncation: z.nullish(z.literal(['auto', 'disabled'])),
  })
  .check(({ value, issues }) => {
    if (sources.some((field) => (value[field] ?? null) !== null)) return;
    issues.push({ code: 'custom', path: ['input'], input: undefined });
  });

/** Without any of these there is nothing to reply to. */
const sources = [
  'input',
  'previous_response_id',
  'conversation',
  'prompt',
  'instructions',
] as const;

export type RequestInput = z.output<typeof requestSchema>;
