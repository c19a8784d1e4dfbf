import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { scanObject } from '../../../json/scan.ts';
import { readRequest, spliceRequest } from './request.ts';

const base: JsonObject = { model: 'm', input: 'Hi' };

function refusal(body: JsonValue): GatewayError {
  try {
    readRequest(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
  }
  throw new Error('The body was accepted.');
}

describe('readRequest', () => {
  it.each<[string, JsonValue, string | undefined]>([
    ['no object', [], undefined],
    ['no model', { input: 'Hi' }, 'model'],
    ['nothing to answer', { model: 'm' }, 'input'],
    ['an input of another kind', { ...base, input: 7 }, 'input'],
    ['an item of another kind', { ...base, input: ['Hi'] }, 'input[0]'],
    ['a role of chat', { ...base, input: [{ role: 'tool', content: 'x' }] }, 'input[0].role'],
    ['a message without content', { ...base, input: [{ role: 'user' }] }, 'input[0].content'],
    [
      'a part without text',
      { ...base, input: [{ role: 'user', content: [{ type: 'input_text' }] }] },
      'input[0].content[0].text',
    ],
    [
      'a call without an id',
      { ...base, input: [{ type: 'function_call', name: 'f', arguments: '{}' }] },
      'input[0].call_id',
    ],
    ['a tool without a name', { ...base, tools: [{ type: 'function' }] }, 'tools[0].name'],
    [
      'a tool of chat',
      { ...base, tools: [{ type: 'function', function: { name: 'f' } }] },
      'tools[0].name',
    ],
    ['a tool of nothing', { ...base, tools: [{}] }, 'tools[0].type'],
    ['a name that may be any tool', { ...base, tools: [{ name: 'f' }] }, 'tools[0].type'],
    [
      'a tool of no type',
      { ...base, tools: [{ type: null, name: 'f', parameters: {} }] },
      'tools[0].type',
    ],
    [
      'a function of chat without a type',
      { ...base, tools: [{ function: { name: 'f' } }] },
      'tools[0].type',
    ],
    [
      'a function with an empty name',
      { ...base, tools: [{ name: '', parameters: {} }] },
      'tools[0].name',
    ],
    ['a choice of nothing', { ...base, tool_choice: {} }, 'tool_choice.type'],
    [
      'a group without tools',
      { ...base, tools: [{ type: 'namespace', name: 'ns' }] },
      'tools[0].tools',
    ],
    ['a choice without a name', { ...base, tool_choice: { type: 'function' } }, 'tool_choice.name'],
    ['a limit of nothing', { ...base, max_output_tokens: 0 }, 'max_output_tokens'],
    ['a temperature of 3', { ...base, temperature: 3 }, 'temperature'],
    ['a word for a switch', { ...base, stream: 'yes' }, 'stream'],
    [
      'a schema that is no object',
      { ...base, text: { format: { type: 'json_schema', schema: 1 } } },
      'text.format.schema',
    ],
  ])('refuses %s', (_, body, param) => {
    const error = refusal(body);
    expect(error.code).toBe('invalid-request');
    expect(error.param).toBe(param);
  });

  it.each<[string, JsonObject]>([
    ['nothing to answer', { model: 'm' }],
    ['null to answer', { model: 'm', input: null, instructions: null }],
  ])('says of %s that the input is missing', (_, body) => {
    const { message, reason } = refusal(body);
    expect(message).toBe("The field 'input' is required.");
    expect(reason).toBe('missing_required_parameter');
  });

  it.each<[string, JsonObject]>([
    ['a string', base],
    ['an empty string', { ...base, input: '' }],
    ['nulls', { ...base, instructions: null, tools: null, stream: null, text: null }],
    ['a continuation', { model: 'm', previous_response_id: 'resp_1' }],
    [
      'items and tools nobody here knows',
      {
        ...base,
        input: [
          { type: 'future_item', blob: { a: 1 } },
          { role: 'user', content: [{ type: 'x' }] },
        ],
        tools: [{ type: 'future_tool' }],
        tool_choice: { type: 'future_choice' },
        future: true,
      },
    ],
    [
      'words nobody here knows',
      { ...base, service_tier: 'x', include: ['y'], reasoning: { effort: 'z' } },
    ],
    [
      'references of both forms',
      { ...base, input: [{ id: 'msg_1' }, { type: 'item_reference', id: 'x' }] },
    ],
  ])('accepts %s', (_, body) => {
    expect(readRequest(body).summary.model).toBe('m');
  });

  it('returns the fields that the passthrough needs', () => {
    expect(readRequest({ ...base, stream: true, max_output_tokens: 7 }).summary).toEqual({
      model: 'm',
      stream: true,
      includeUsage: true,
      maxOutputTokens: 7,
    });
  });
});

describe('spliceRequest', () => {
  it('changes the model and nothing else', () => {
    const text = '{ "input":"model", "model" : "a", "temperature":1.0, "x":12345678901234567890 }';
    expect(spliceRequest(text, scanObject(text), 'b/c')).toBe(text.replace('"a"', '"b/c"'));
  });
});
