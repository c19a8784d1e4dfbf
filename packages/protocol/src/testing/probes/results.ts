// Probes of tool results for the table of translations.
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { chat, geminiTools, messages, responses } from './offered-tools.ts';
import { png, type Probe } from './probe.ts';

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

/** Calls in the history and their results. */
export const resultProbes: readonly Probe[] = [
  {
    feature: 'tool calls and results',
    bodies: {
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
    feature: 'a cache mark in a tool result',
    omitted: {
      'anthropic-messages': messagesResult({ content: [{ type: 'text', text: '4 °C' }] }),
      'openai-responses': responsesResult([{ type: 'input_text', text: '4 °C' }]),
    },
    bodies: {
      'anthropic-messages': messagesResult({
        content: [{ type: 'text', text: '4 °C', cache_control: { type: 'ephemeral' } }],
      }),
      'openai-responses': responsesResult([
        { type: 'input_text', text: '4 °C', prompt_cache_breakpoint: { mode: 'explicit' } },
      ]),
    },
  },
  {
    feature: 'an image in a tool result',
    omitted: {
      'anthropic-messages': messagesResult({}),
      'gemini-generate': geminiResult({ response: { output: 'A picture.' } }),
      'openai-responses': responsesResult([]),
    },
    bodies: {
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
    feature: 'a failed tool result',
    omitted: {
      'anthropic-messages': messagesResult({ content: 'No such city.' }),
      'gemini-generate': geminiResult({ response: { output: 'No such city.' } }),
    },
    bodies: {
      'anthropic-messages': messagesResult({ content: 'No such city.', is_error: true }),
      'gemini-generate': geminiResult({ response: { error: 'No such city.' } }),
    },
  },
  {
    feature: 'a tool call without a result',
    bodies: {
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
