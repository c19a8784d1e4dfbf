// Probes of request options for the table of translations.
import type { JsonObject } from '../../json/value.ts';
import { gemini, same, weatherSchema, type Probe, type ProbeGroup } from './probe.ts';
import { serviceProbes } from './service.ts';

const sampling: readonly Probe[] = [
  same('temperature', 0.4, ['temperature', 'temperature', 'temperature', 'temperature']),
  same('temperature above 1', 1.6, ['temperature', undefined, 'temperature', 'temperature']),
  same('`top_p`', 0.9, ['top_p', 'top_p', 'topP', 'top_p']),
  same('`top_k`', 40, [undefined, 'top_k', 'topK']),
  same('seed', 7, ['seed', undefined, 'seed']),
  same('presence penalty', 0.5, ['presence_penalty', undefined, 'presencePenalty']),
  same('frequency penalty', 0.5, ['frequency_penalty', undefined, 'frequencyPenalty']),
  same('token bias (`logit_bias`)', { '7': 3 }, ['logit_bias']),
  {
    feature: 'token probabilities',
    bodies: {
      'openai-chat': { logprobs: true, top_logprobs: 2 },
      'gemini-generate': gemini({ responseLogprobs: true, logprobs: 2 }),
      'openai-responses': { include: ['message.output_text.logprobs'], top_logprobs: 2 },
    },
  },
  same('several replies', 2, ['n', undefined, 'candidateCount']),
];

const limits: readonly Probe[] = [
  {
    feature: 'no output limit',
    bodies: {
      'openai-chat': { max_completion_tokens: null },
      'gemini-generate': { generationConfig: {} },
      'openai-responses': { max_output_tokens: null },
    },
  },
  {
    feature: 'an output limit below 16 tokens',
    bodies: {
      'openai-chat': { max_completion_tokens: 1 },
      'anthropic-messages': { max_tokens: 1 },
      'gemini-generate': { generationConfig: { maxOutputTokens: 1 } },
    },
  },
  same('stop strings', ['END'], ['stop', 'stop_sequences', 'stopSequences']),
  same('stop strings of only white space', ['\n\n'], ['stop', undefined, 'stopSequences']),
];

const bounded: JsonObject = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 0 }, name: { type: 'string', pattern: '^[A-Z]' } },
  required: ['age', 'name'],
  additionalProperties: false,
};
/** The schema without the limits. */
const unbounded: JsonObject = {
  ...bounded,
  properties: { age: { type: 'integer' }, name: { type: 'string' } },
};
const closed: JsonObject = { ...weatherSchema, additionalProperties: false };

const formats: readonly Probe[] = [
  {
    feature: 'JSON without a schema',
    bodies: {
      // Official clients of these formats have to ask for JSON in words as well.
      'openai-chat': {
        messages: [{ role: 'user', content: 'Answer in JSON.' }],
        response_format: { type: 'json_object' },
      },
      'gemini-generate': gemini({ responseMimeType: 'application/json' }),
      'openai-responses': {
        input: 'Answer in JSON.',
        text: { format: { type: 'json_object' } },
      },
    },
  },
  {
    feature: 'JSON by a schema',
    bodies: {
      'openai-chat': {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'city', schema: closed, strict: true },
        },
      },
      'anthropic-messages': { output_config: { format: { type: 'json_schema', schema: closed } } },
      'gemini-generate': gemini({
        responseMimeType: 'application/json',
        responseJsonSchema: closed,
      }),
      'openai-responses': {
        text: { format: { type: 'json_schema', name: 'city', schema: closed, strict: true } },
      },
    },
  },
  {
    feature: 'limits in the JSON schema',
    bodies: {
      'openai-chat': {
        response_format: { type: 'json_schema', json_schema: { name: 'p', schema: bounded } },
      },
      'gemini-generate': gemini({
        responseMimeType: 'application/json',
        responseJsonSchema: bounded,
      }),
      'openai-responses': {
        text: { format: { type: 'json_schema', name: 'p', schema: bounded, strict: true } },
      },
    },
    omitted: {
      'openai-chat': {
        response_format: { type: 'json_schema', json_schema: { name: 'p', schema: unbounded } },
      },
      'gemini-generate': gemini({
        responseMimeType: 'application/json',
        responseJsonSchema: unbounded,
      }),
      'openai-responses': {
        text: { format: { type: 'json_schema', name: 'p', schema: unbounded, strict: true } },
      },
    },
  },
  {
    feature: 'verbosity',
    bodies: {
      'openai-chat': { verbosity: 'low' },
      'openai-responses': { text: { verbosity: 'low' } },
    },
  },
];

const reasoning: readonly Probe[] = [
  {
    feature: 'reasoning effort',
    bodies: {
      'openai-chat': { reasoning_effort: 'high' },
      'anthropic-messages': { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      'gemini-generate': gemini({ thinkingConfig: { thinkingLevel: 'HIGH' } }),
      'openai-responses': { reasoning: { effort: 'high' } },
    },
  },
  {
    feature: 'a budget for reasoning',
    bodies: {
      'anthropic-messages': { thinking: { type: 'enabled', budget_tokens: 2000 } },
      'gemini-generate': gemini({ thinkingConfig: { thinkingBudget: 2000 } }),
    },
  },
  {
    feature: 'reasoning with a required tool call',
    bodies: {
      'openai-chat': {
        reasoning_effort: 'high',
        tool_choice: 'required',
        tools: [{ type: 'function', function: { name: 'f', parameters: weatherSchema } }],
      },
      'gemini-generate': {
        ...gemini({ thinkingConfig: { thinkingLevel: 'HIGH' } }),
        tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: weatherSchema }] }],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      },
      'openai-responses': {
        reasoning: { effort: 'high' },
        tool_choice: 'required',
        tools: [{ type: 'function', name: 'f', parameters: weatherSchema, strict: false }],
      },
    },
    omitted: {
      'openai-chat': {
        tool_choice: 'required',
        tools: [{ type: 'function', function: { name: 'f', parameters: weatherSchema } }],
      },
      'gemini-generate': {
        tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: weatherSchema }] }],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      },
      'openai-responses': {
        tool_choice: 'required',
        tools: [{ type: 'function', name: 'f', parameters: weatherSchema, strict: false }],
      },
    },
  },
];

export const optionProbes: readonly ProbeGroup[] = [
  { title: 'Sampling and limits', kind: 'request', probes: [...limits, ...sampling] },
  {
    title: 'Output format and reasoning',
    kind: 'request',
    probes: [...formats, ...reasoning],
  },
  { title: 'Metadata, service tier and caching', kind: 'request', probes: serviceProbes },
];
