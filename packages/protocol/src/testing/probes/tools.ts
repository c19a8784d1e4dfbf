import type { JsonObject, JsonValue } from '../../canonical/json.ts';
import { png, weatherSchema, type Probe, type ProbeGroup } from './probe.ts';

const names = ['get_weather', 'get_time'];
const chatTools: JsonValue[] = names.map((name) => ({
  type: 'function',
  function: { name, parameters: weatherSchema },
}));
const messagesTools: JsonValue[] = names.map((name) => ({ name, input_schema: weatherSchema }));
const geminiTools: JsonValue[] = [
  {
    functionDeclarations: names.map((name) => ({ name, parametersJsonSchema: weatherSchema })),
  },
];
const responsesTools: JsonValue[] = names.map((name) => ({
  type: 'function',
  name,
  parameters: weatherSchema,
  strict: false,
}));

const chat = (options: JsonObject): JsonObject => ({ tools: chatTools, ...options });
const messages = (options: JsonObject): JsonObject => ({ tools: messagesTools, ...options });
const gemini = (functionCallingConfig: JsonObject): JsonObject => ({
  tools: geminiTools,
  toolConfig: { functionCallingConfig },
});
const responses = (options: JsonObject): JsonObject => ({ tools: responsesTools, ...options });

const choices: readonly Probe[] = [
  {
    feature: 'tools that must not be called',
    said: {
      'openai-chat': chat({ tool_choice: 'none' }),
      'anthropic-messages': messages({ tool_choice: { type: 'none' } }),
      'gemini-generate': gemini({ mode: 'NONE' }),
      'openai-responses': responses({ tool_choice: 'none' }),
    },
  },
  {
    feature: 'a call that must be made',
    said: {
      'openai-chat': chat({ tool_choice: 'required' }),
      'anthropic-messages': messages({ tool_choice: { type: 'any' } }),
      'gemini-generate': gemini({ mode: 'ANY' }),
      'openai-responses': responses({ tool_choice: 'required' }),
    },
  },
  {
    feature: 'the one tool that must be called',
    said: {
      'openai-chat': chat({ tool_choice: { type: 'function', function: { name: 'get_time' } } }),
      'anthropic-messages': messages({ tool_choice: { type: 'tool', name: 'get_time' } }),
      'gemini-generate': gemini({ mode: 'ANY', allowedFunctionNames: ['get_time'] }),
      'openai-responses': responses({ tool_choice: { type: 'function', name: 'get_time' } }),
    },
  },
  {
    feature: 'the tools that may be called',
    said: {
      'openai-chat': chat({
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: {
            mode: 'auto',
            tools: [{ type: 'function', function: { name: 'get_time' } }],
          },
        },
      }),
      'gemini-generate': gemini({ mode: 'VALIDATED', allowedFunctionNames: ['get_time'] }),
      'openai-responses': responses({
        tool_choice: {
          type: 'allowed_tools',
          mode: 'auto',
          tools: [{ type: 'function', name: 'get_time' }],
        },
      }),
    },
  },
  {
    feature: 'one call at a time',
    said: {
      'openai-chat': chat({ parallel_tool_calls: false }),
      'anthropic-messages': messages({
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      }),
      'openai-responses': responses({ parallel_tool_calls: false }),
    },
  },
];

const kinds: readonly Probe[] = [
  {
    feature: 'functions',
    said: {
      'openai-chat': chat({}),
      'anthropic-messages': messages({}),
      'gemini-generate': { tools: geminiTools },
      'openai-responses': responses({}),
    },
  },
  {
    feature: 'functions bound to their schema (`strict`)',
    said: {
      'openai-chat': {
        tools: [
          { type: 'function', function: { name: 'f', parameters: weatherSchema, strict: true } },
        ],
      },
      'anthropic-messages': {
        tools: [{ name: 'f', input_schema: weatherSchema, strict: true }],
      },
      'openai-responses': {
        tools: [{ type: 'function', name: 'f', parameters: weatherSchema, strict: true }],
      },
    },
  },
  {
    feature: 'functions of the first generation',
    said: { 'openai-chat': { functions: [{ name: 'f', parameters: weatherSchema }] } },
  },
  {
    feature: 'tool names beyond letters, digits, `_` and `-`',
    said: {
      'gemini-generate': { tools: [{ functionDeclarations: [{ name: 'calendar.list' }] }] },
    },
  },
  {
    feature: 'tools in a namespace',
    said: {
      'openai-responses': {
        tools: [
          {
            type: 'namespace',
            name: 'files',
            description: 'Files.',
            tools: [{ type: 'function', name: 'read', parameters: weatherSchema, strict: false }],
          },
        ],
      },
    },
  },
  {
    feature: 'tools that take raw text',
    said: {
      'openai-chat': { tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] },
      'openai-responses': { tools: [{ type: 'custom', name: 'apply_patch' }] },
    },
  },
  {
    feature: 'a grammar for raw text',
    said: {
      'openai-chat': {
        tools: [
          {
            type: 'custom',
            custom: {
              name: 'apply_patch',
              format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } },
            },
          },
        ],
      },
      'openai-responses': {
        tools: [
          {
            type: 'custom',
            name: 'apply_patch',
            format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' },
          },
        ],
      },
    },
  },
  {
    feature: 'tools that the vendor runs',
    said: {
      'anthropic-messages': { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      'gemini-generate': { tools: [{ googleSearch: {} }] },
      'openai-responses': { tools: [{ type: 'web_search' }] },
    },
  },
];

const call = { id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } };

function messagesResult(result: JsonObject): JsonObject {
  return messages({
    messages: [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: [{ type: 'tool_use', ...call }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, ...result }] },
    ],
  });
}

function geminiResult(result: JsonObject): JsonObject {
  const { id, name, input } = call;
  return {
    tools: geminiTools,
    contents: [
      { role: 'user', parts: [{ text: 'Weather?' }] },
      { role: 'model', parts: [{ functionCall: { id, name, args: input } }] },
      { role: 'user', parts: [{ functionResponse: { id, name, ...result } }] },
    ],
  };
}

function responsesResult(output: JsonValue): JsonObject {
  const args = JSON.stringify(call.input);
  return responses({
    input: [
      { role: 'user', content: 'Weather?' },
      { type: 'function_call', call_id: call.id, name: call.name, arguments: args },
      { type: 'function_call_output', call_id: call.id, output },
    ],
  });
}

const results: readonly Probe[] = [
  {
    feature: 'calls and their results',
    said: {
      'openai-chat': chat({
        messages: [
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: call.id,
                type: 'function',
                function: { name: call.name, arguments: JSON.stringify(call.input) },
              },
            ],
          },
          { role: 'tool', tool_call_id: call.id, content: '4 °C' },
        ],
      }),
      'anthropic-messages': messagesResult({ content: '4 °C' }),
      'gemini-generate': geminiResult({ response: { output: '4 °C' } }),
      'openai-responses': responsesResult('4 °C'),
    },
  },
  {
    feature: 'an image in a result',
    said: {
      'anthropic-messages': messagesResult({
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
        ],
      }),
      'gemini-generate': geminiResult({
        response: { output: 'A picture.' },
        parts: [{ inlineData: { mimeType: 'image/png', data: png } }],
      }),
      'openai-responses': responsesResult([
        { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${png}` },
      ]),
    },
  },
  {
    feature: 'a result that is an error',
    said: {
      'anthropic-messages': messagesResult({ content: 'No such city.', is_error: true }),
      'gemini-generate': geminiResult({ response: { error: 'No such city.' } }),
    },
  },
  {
    feature: 'a call without a result',
    said: {
      'openai-responses': responses({
        input: [
          { role: 'user', content: 'Weather?' },
          { type: 'function_call', call_id: 'c', name: 'get_weather', arguments: '{}' },
          { role: 'user', content: 'Well?' },
        ],
      }),
    },
  },
];

export const toolProbes: ProbeGroup = {
  title: 'Tools',
  kind: 'request',
  probes: [...kinds, ...choices, ...results],
};
