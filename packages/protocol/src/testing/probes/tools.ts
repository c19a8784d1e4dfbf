// Probes of tools for the table of translations.
import type { JsonObject } from '../../json/value.ts';
import { chat, geminiTools, messages, responses } from './offered-tools.ts';
import { weatherSchema, type Probe, type ProbeGroup } from './probe.ts';
import { resultProbes } from './results.ts';

const gemini = (functionCallingConfig: JsonObject): JsonObject => ({
  tools: geminiTools,
  toolConfig: { functionCallingConfig },
});

const unchosen: Probe['bodies'] = {
  'openai-chat': chat({}),
  'anthropic-messages': messages({}),
  'gemini-generate': { tools: geminiTools },
  'openai-responses': responses({}),
};

const choices: readonly Probe[] = [
  {
    feature: 'tool choice: none',
    omitted: unchosen,
    bodies: {
      'openai-chat': chat({ tool_choice: 'none' }),
      'anthropic-messages': messages({ tool_choice: { type: 'none' } }),
      'gemini-generate': gemini({ mode: 'NONE' }),
      'openai-responses': responses({ tool_choice: 'none' }),
    },
  },
  {
    feature: 'tool choice: any tool',
    omitted: unchosen,
    bodies: {
      'openai-chat': chat({ tool_choice: 'required' }),
      'anthropic-messages': messages({ tool_choice: { type: 'any' } }),
      'gemini-generate': gemini({ mode: 'ANY' }),
      'openai-responses': responses({ tool_choice: 'required' }),
    },
  },
  {
    feature: 'tool choice: a named tool',
    omitted: unchosen,
    bodies: {
      'openai-chat': chat({ tool_choice: { type: 'function', function: { name: 'get_time' } } }),
      'anthropic-messages': messages({ tool_choice: { type: 'tool', name: 'get_time' } }),
      'gemini-generate': gemini({ mode: 'ANY', allowedFunctionNames: ['get_time'] }),
      'openai-responses': responses({ tool_choice: { type: 'function', name: 'get_time' } }),
    },
  },
  {
    feature: 'tool choice: some of the tools',
    omitted: unchosen,
    bodies: {
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
    feature: 'no parallel tool calls',
    omitted: { ...unchosen, 'anthropic-messages': messages({ tool_choice: { type: 'auto' } }) },
    bodies: {
      'openai-chat': chat({ parallel_tool_calls: false }),
      'anthropic-messages': messages({
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      }),
      'openai-responses': responses({ parallel_tool_calls: false }),
    },
  },
];

const custom: Probe['bodies'] = {
  'openai-chat': { tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] },
  'openai-responses': { tools: [{ type: 'custom', name: 'apply_patch' }] },
};

/** OpenAI enforces only schemas of closed objects that require all their keys. */
const strictSchema = { ...weatherSchema, required: ['city'], additionalProperties: false };

const kinds: readonly Probe[] = [
  {
    feature: 'functions',
    bodies: {
      'openai-chat': chat({}),
      'anthropic-messages': messages({}),
      'gemini-generate': { tools: geminiTools },
      'openai-responses': responses({}),
    },
  },
  {
    feature: 'functions with `strict`',
    bodies: {
      'openai-chat': {
        tools: [
          { type: 'function', function: { name: 'f', parameters: strictSchema, strict: true } },
        ],
      },
      'anthropic-messages': {
        tools: [{ name: 'f', input_schema: strictSchema, strict: true }],
      },
      'openai-responses': {
        tools: [{ type: 'function', name: 'f', parameters: strictSchema, strict: true }],
      },
    },
    omitted: {
      'openai-chat': {
        tools: [{ type: 'function', function: { name: 'f', parameters: strictSchema } }],
      },
      'anthropic-messages': { tools: [{ name: 'f', input_schema: strictSchema }] },
      'openai-responses': {
        tools: [{ type: 'function', name: 'f', parameters: strictSchema, strict: false }],
      },
    },
  },
  {
    feature: 'functions in the older `functions` field',
    bodies: { 'openai-chat': { functions: [{ name: 'f', parameters: weatherSchema }] } },
  },
  {
    feature: 'tool names beyond letters, digits, `_` and `-`',
    bodies: {
      'gemini-generate': { tools: [{ functionDeclarations: [{ name: 'calendar.list' }] }] },
    },
  },
  {
    feature: 'tools in a namespace',
    bodies: {
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
    feature: 'custom tools',
    bodies: custom,
  },
  {
    feature: 'the grammar of a custom tool',
    omitted: custom,
    bodies: {
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
    feature: 'tools that the vendor defines and the client runs',
    bodies: {
      'anthropic-messages': { tools: [{ type: 'bash_20250124', name: 'bash' }] },
      'openai-responses': { tools: [{ type: 'local_shell' }] },
    },
  },
  {
    feature: 'server tools, which the vendor runs',
    bodies: {
      'openai-chat': { web_search_options: {} },
      'anthropic-messages': { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      'gemini-generate': { tools: [{ googleSearch: {} }] },
      'openai-responses': { tools: [{ type: 'web_search' }] },
    },
  },
];

export const toolProbes: ProbeGroup = {
  title: 'Tools',
  kind: 'request',
  probes: [...kinds, ...choices, ...resultProbes],
};
