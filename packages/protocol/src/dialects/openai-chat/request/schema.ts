// The zod schemas of Chat Completions requests and their tools, for the decoders of requests.
import * as z from 'zod/mini';
import { addFunctionType } from '../../../shared/openai/tools.ts';
import { closedUnion, openUnion, recordOf, wholeNumber } from '../../../shared/schema.ts';
import { cacheMarks, message } from './content-schema.ts';
import { flag, jsonObject, nonEmpty, text } from '../../../shared/schema-values.ts';

/* Tools and tool choice, in both generations of the format. */

const functionDefinition = z.looseObject({
  name: nonEmpty,
  description: text,
  parameters: z.nullish(jsonObject),
  strict: flag,
});

const functionTool = z.looseObject({
  type: z.literal('function'),
  function: functionDefinition,
  ...cacheMarks,
});
const customTool = z.looseObject({
  type: z.literal('custom'),
  custom: z.looseObject({
    name: nonEmpty,
    description: text,
    format: z.nullish(jsonObject),
  }),
});

const nameFunction = addFunctionType('function');
const tools = z.array(z.pipe(z.transform(nameFunction), openUnion([functionTool, customTool])));
const functions = z.array(functionDefinition);

export type ToolInput = z.infer<typeof tools>[number];
export type FunctionInput = z.infer<typeof functionDefinition>;
export type CustomInput = z.infer<typeof customTool>['custom'];

const named = z.looseObject({ name: nonEmpty });
const namedFunction = z.looseObject({ type: z.literal('function'), function: named });
const namedCustom = z.looseObject({ type: z.literal('custom'), custom: named });
const allowedTools = z.looseObject({
  type: z.literal('allowed_tools'),
  allowed_tools: z.looseObject({
    mode: z.literal(['auto', 'required']),
    tools: z.array(jsonObject),
  }),
});

const choice = closedUnion('type', [namedFunction, namedCustom, allowedTools]);

/** Unknown values, such as `validated`, are forwarded unchanged to an upstream of this format. */
const toolChoice = z.union([nonEmpty, z.pipe(z.transform(nameFunction), choice)]);
const functionCallChoice = z.union([z.literal(['none', 'auto']), named]);

export type ToolChoiceInput = z.infer<typeof toolChoice>;
export type FunctionChoiceInput = z.infer<typeof functionCallChoice>;

/*
 * A whole request, as of `openai` 7.55.0 `ChatCompletionCreateParams`. Ranges are the vendor's. Values of
 * growing lists (effort, tier) are not validated, so that new ones reach the upstream.
 */

/** Others, such as the `grammar` of local servers, are forwarded unchanged to an upstream of this format. */
const responseFormat = openUnion([
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: text,
      description: text,
      schema: z.nullish(jsonObject),
      strict: flag,
    }),
  }),
]);

/** The reasoning object of routers, next to the official `reasoning_effort`. */
const reasoningOptions = z.looseObject({
  effort: text,
  max_tokens: z.nullish(wholeNumber(0)),
  exclude: flag,
  enabled: flag,
});

const penalty = z.nullish(z.number().check(z.minimum(-2), z.maximum(2)));
const outputLimit = z.nullish(wholeNumber(1));

/** The fields with a canonical form; all others are extras. */
const canonicalShape = {
  model: nonEmpty,
  messages: z.array(message).check(z.minLength(1)),
  stream: flag,
  stream_options: z.nullish(
    z.looseObject({
      include_usage: flag,
      include_obfuscation: flag,
    }),
  ),
  tools: z.nullish(tools),
  tool_choice: z.nullish(toolChoice),
  functions: z.nullish(functions),
  function_call: z.nullish(functionCallChoice),
  parallel_tool_calls: flag,
  max_tokens: outputLimit,
  max_completion_tokens: outputLimit,
  stop: z.nullish(z.union([z.string(), z.array(z.string())])),
  n: z.nullish(wholeNumber(1, 128)),
  temperature: z.nullish(z.number().check(z.minimum(0), z.maximum(2))),
  top_p: z.nullish(z.number().check(z.minimum(0), z.maximum(1))),
  top_k: z.nullish(z.number()),
  // Of 64 bits, which a passthrough keeps; a translation rounds and notes them; equal ones stay equal.
  seed: z.nullish(wholeNumber(-(2 ** 63), 2 ** 64)),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  logit_bias: z.nullish(recordOf(z.number().check(z.minimum(-100), z.maximum(100)))),
  logprobs: flag,
  top_logprobs: z.nullish(wholeNumber(0, 20)),
  response_format: z.nullish(responseFormat),
  reasoning_effort: text,
  reasoning: z.nullish(reasoningOptions),
  verbosity: z.nullish(z.literal(['low', 'medium', 'high'])),
  user: text,
  safety_identifier: text,
  service_tier: text,
  prompt_cache_key: text,
  metadata: z.nullish(recordOf(z.string())),
  store: flag,
  web_search_options: z.nullish(jsonObject),
};

export const canonicalFields: ReadonlySet<string> = new Set(Object.keys(canonicalShape));

export const requestSchema = z.looseObject({
  ...canonicalShape,
  audio: z.nullish(jsonObject),
  modalities: z.nullish(z.array(z.string())),
  moderation: z.nullish(jsonObject),
  prediction: z.nullish(jsonObject),
  prompt_cache_options: z.nullish(jsonObject),
  prompt_cache_retention: text,
});

export type RequestInput = z.infer<typeof requestSchema>;
