import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { scanObject } from '../../../json/scan.ts';
import { readRequest, spliceRequest } from './request.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

function refusalOf(body: JsonValue): GatewayError {
  try {
    readRequest(body);
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown;
  }
  return expect.fail('The request was accepted.');
}

const faults: [name: string, fields: JsonObject, param: string][] = [
  ['a missing model', { model: undefined }, 'model'],
  ['an empty model', { model: '' }, 'model'],
  ['a model that is no text', { model: 5 }, 'model'],
  ['missing messages', { messages: undefined }, 'messages'],
  ['no messages', { messages: [] }, 'messages'],
  ['messages that are no list', { messages: 'Hi' }, 'messages'],
  ['a message that is no object', { messages: ['Hi'] }, 'messages[0]'],
  ['an unknown role', { messages: [{ role: 'wizard', content: 'Hi' }] }, 'messages[0].role'],
  ['a missing role', { messages: [{ content: 'Hi' }] }, 'messages[0].role'],
  ['missing content', { messages: [{ role: 'user' }] }, 'messages[0].content'],
  ['content that is a number', { messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
  [
    'a text part without text',
    { messages: [{ role: 'user', content: [{ type: 'text' }] }] },
    'messages[0].content[0].text',
  ],
  [
    'a part without a type',
    { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
    'messages[0].content[0].type',
  ],
  [
    'a call without a name',
    { messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: {} }] }] },
    'messages[0].tool_calls[0].function.name',
  ],
  ['a hot temperature', { temperature: 2.1 }, 'temperature'],
  ['a cold temperature', { temperature: -0.1 }, 'temperature'],
  ['a temperature in words', { temperature: 'warm' }, 'temperature'],
  ['a top_p above 1', { top_p: 1.5 }, 'top_p'],
  ['no answers', { n: 0 }, 'n'],
  ['half an answer', { n: 1.5 }, 'n'],
  ['a limit of 0', { max_tokens: 0 }, 'max_tokens'],
  ['a limit in words', { max_completion_tokens: '5' }, 'max_completion_tokens'],
  ['a stream that is text', { stream: 'yes' }, 'stream'],
  ['stream options that are a list', { stream_options: [] }, 'stream_options'],
  ['a stop that is a number', { stop: 5 }, 'stop'],
  ['a stop list with a number', { stop: ['a', 5] }, 'stop[1]'],
  ['a strong penalty', { presence_penalty: 3 }, 'presence_penalty'],
  ['a strong bias', { logit_bias: { 7: 101 } }, 'logit_bias.7'],
  ['too many probabilities', { top_logprobs: 21 }, 'top_logprobs'],
  ['tools that are no list', { tools: {} }, 'tools'],
  [
    'a tool without a name',
    { tools: [{ type: 'function', function: {} }] },
    'tools[0].function.name',
  ],
  ['a tool without a function', { tools: [{ type: 'function' }] }, 'tools[0].function'],
  ['a tool of nothing', { tools: [{}] }, 'tools[0].type'],
  ['a tool without a type', { tools: [{ name: 'f' }] }, 'tools[0].type'],
  ['a tool of no type', { tools: [{ type: null, function: { name: 'f' } }] }, 'tools[0].type'],
  ['a function without a name', { tools: [{ function: {} }] }, 'tools[0].function.name'],
  ['a function of nothing', { tools: [{ function: null }] }, 'tools[0].function'],
  ['a choice of nothing', { tool_choice: {} }, 'tool_choice.type'],
  ['a choice of no type', { tool_choice: { type: null } }, 'tool_choice.type'],
  ['a choice without a name', { tool_choice: { function: {} } }, 'tool_choice.function.name'],
  ['metadata that are no text', { metadata: { a: 5 } }, 'metadata.a'],
];

describe('readRequest', () => {
  it.each(faults)('rejects %s and names the field', (_, fields, param) => {
    const error = refusalOf({ ...hello, ...fields });
    expect(error.code).toBe('invalid-request');
    expect(error.param).toBe(param);
    expect(error.message).toBe(`The field '${param}' ${error.message.split(`' `)[1] ?? ''}`);
    expect(error.message).toMatch(/^The field .* (is|must|has) .*\.$/);
  });

  it.each([[null], ['text'], [[]], [5]])('rejects the body %j', (body) => {
    expect(refusalOf(body).message).toBe('The request body must be an object.');
  });

  it('has a readable message', () => {
    expect(refusalOf({ ...hello, temperature: 3 }).message).toBe(
      "The field 'temperature' must be at most 2.",
    );
    expect(refusalOf({ messages: hello.messages }).message).toBe("The field 'model' is required.");
    expect(refusalOf({ ...hello, messages: [] }).message).toBe(
      "The field 'messages' must not be empty.",
    );
  });

  it('truncates a long field name', () => {
    const error = refusalOf({ ...hello, metadata: { ['k'.repeat(5_000)]: 5 } });
    expect(error.param?.length).toBeLessThanOrEqual(200);
  });

  it('accepts unknown fields, parts and tools', () => {
    const body = {
      ...hello,
      x_vendor: { deep: [1] },
      messages: [
        { role: 'user', content: [{ type: 'hologram', hologram: {} }], x: 1 },
        { role: 'assistant', content: null, reasoning_content: 'r' },
      ],
      tools: [{ type: 'web_search' }],
      reasoning_effort: 'galactic',
      service_tier: 'vip',
    };
    expect(() => readRequest(body)).not.toThrow();
  });

  it('says that a type is missing, or that it is wrong', () => {
    expect(refusalOf({ ...hello, tools: [{}] }).message).toBe(
      "The field 'tools[0].type' is required.",
    );
    expect(refusalOf({ ...hello, tools: [{ type: null }] }).message).toBe(
      "The field 'tools[0].type' must be a string.",
    );
  });

  it.each([-(2 ** 63), 2 ** 63 - 1, 2 ** 64 - 1])('accepts the seed %d of 64 bits', (seed) => {
    expect(() => readRequest({ ...hello, seed })).not.toThrow();
  });

  it('returns the fields that the passthrough needs', () => {
    expect(readRequest(hello).summary).toEqual({
      model: 'm',
      stream: false,
      includeUsage: false,
      maxOutputTokens: undefined,
    });
    const body = {
      ...hello,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 9,
      max_completion_tokens: 7,
    };
    expect(readRequest(body).summary).toEqual({
      model: 'm',
      stream: true,
      includeUsage: true,
      maxOutputTokens: 7,
    });
  });

  it("accepts OpenRouter's request for usage", () => {
    const { summary } = readRequest({ ...hello, stream: true, usage: { include: true } });
    expect(summary.includeUsage).toBe(true);
  });
});

describe('spliceRequest', () => {
  const splice = (text: string) => spliceRequest(text, scanObject(text), 'up "1"');

  it('changes the model and no other character', () => {
    const text = '{ "x": 1.0,\n "model" : "m", "seed": 12345678901234567890, "messages":[] }';
    expect(splice(text)).toBe(text.replace('"m"', '"up \\"1\\""'));
  });

  it('requests usage for a stream', () => {
    expect(JSON.parse(splice('{"model":"m","stream":true}'))).toEqual({
      model: 'up "1"',
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('keeps the other stream options', () => {
    const text = '{"model":"m","stream":true,"stream_options":{"include_obfuscation":false,"x":1}}';
    expect(JSON.parse(splice(text))).toMatchObject({
      stream_options: { include_obfuscation: false, x: 1, include_usage: true },
    });
  });

  it.each(['null', '{"include_usage":false}'])('overrules the options %s', (options) => {
    const text = `{"stream_options":${options},"model":"m","stream":true}`;
    expect(JSON.parse(splice(text))).toMatchObject({ stream_options: { include_usage: true } });
  });

  it('adds no missing type to a function', () => {
    const text = '{"model":"m","tools":[{"function":{"name":"f"}}],"messages":[]}';
    expect(splice(text)).toBe(text.replace('"m"', '"up \\"1\\""'));
  });

  it('does not change options that request usage, nor requests that do not stream', () => {
    const asked = '{"model":"m","stream":true,"stream_options":{ "include_usage": true }}';
    expect(splice(asked)).toBe(asked.replace('"m"', '"up \\"1\\""'));
    const whole = '{"model":"m","stream":false}';
    expect(splice(whole)).toBe(whole.replace('"m"', '"up \\"1\\""'));
  });
});
