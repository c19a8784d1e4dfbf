import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { JsonValue } from '../../../json/value.ts';
import { scanObject } from '../../../json/scan.ts';
import { readRequest, spliceRequest } from './request.ts';
import { address } from '../testing/requests.ts';

function faultOf(body: JsonValue): GatewayError {
  try {
    readRequest(body, address);
  } catch (thrown) {
    return GatewayError.from(thrown);
  }
  throw new Error('The body was accepted.');
}

const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const part = (value: JsonValue) => ({ contents: [{ parts: [value] }] });

describe('readRequest refuses', () => {
  it.each<[JsonValue, string | undefined, string]>([
    [null, undefined, 'must be an object'],
    [[], undefined, 'must be an object'],
    [{}, 'contents', 'is required'],
    [{ contents: null }, 'contents', 'must be a list'],
    [{ contents: 'Hi' }, 'contents', 'must be a list'],
    [{ contents: [] }, 'contents', 'must not be empty'],
    [{ contents: ['Hi'] }, 'contents[0]', 'must be an object'],
    [{ contents: [{ role: 'assistant' }] }, 'contents[0].role', "'user', 'model', 'function'"],
    [{ contents: [{ parts: 'Hi' }] }, 'contents[0].parts', 'must be a list'],
    [part({ text: 7 }), 'contents[0].parts[0].text', 'must be a string'],
    [
      part({ inlineData: { data: 'AA==' } }),
      'contents[0].parts[0].inlineData.mimeType',
      'required',
    ],
    [
      part({ inline_data: { mime_type: 'image/png', data: 7 } }),
      'contents[0].parts[0].inlineData.data',
      'must be a string',
    ],
    [part({ functionCall: { args: {} } }), 'contents[0].parts[0].functionCall.name', 'required'],
    [
      part({ functionCall: { name: 'f', args: '{}' } }),
      'contents[0].parts[0].functionCall.args',
      'must be an object',
    ],
    [
      part({ functionResponse: { response: {} } }),
      'contents[0].parts[0].functionResponse',
      'must have a name or an id',
    ],
    [{ contents, tools: 'search' }, 'tools', 'must be a list'],
    [
      { contents, tools: [{ functionDeclarations: [{ description: 'x' }] }] },
      'tools[0].functionDeclarations[0].name',
      'required',
    ],
    [
      { contents, generation_config: { max_output_tokens: 0 } },
      'generationConfig.maxOutputTokens',
      'at least 1',
    ],
    [
      { contents, generationConfig: { temperature: 2.5 } },
      'generationConfig.temperature',
      'most 2',
    ],
    [{ contents, generationConfig: { topP: 'high' } }, 'generationConfig.topP', 'must be a number'],
    [
      { contents, generationConfig: { thinkingConfig: { thinkingBudget: -2 } } },
      'generationConfig.thinkingConfig.thinkingBudget',
      'at least -1',
    ],
    [{ contents, systemInstruction: 7 }, 'systemInstruction', 'is not valid'],
    [{ contents, labels: { a: 1 } }, 'labels.a', 'must be a string'],
  ])('%j', (body, param, texts) => {
    const error = faultOf(body);
    expect(error).toMatchObject({ code: 'invalid-request', param });
    expect(error.message).toContain(texts);
  });

  it.each([undefined, { model: '', stream: false }])('a path without a model: %j', (path) => {
    expect(() => readRequest({ contents }, path)).toThrow(
      expect.objectContaining({ code: 'invalid-request', param: 'model' }),
    );
  });
});

describe('readRequest accepts', () => {
  it.each<[string, JsonValue]>([
    [
      'a lone object for a list',
      { contents: { parts: { text: 'Hi' } }, tools: { googleSearch: {} } },
    ],
    ['numbers as text', { contents, generationConfig: { topK: '40', maxOutputTokens: '100' } }],
    ['null for nothing', { contents, tools: null, generationConfig: null, cachedContent: null }],
    [
      'contents without a role',
      { contents: [{ parts: [{ text: 'Hi' }] }, { role: '', parts: [] }] },
    ],
    [
      'fields and parts of the future',
      { contents: [{ parts: [{ dream: {} }] }], xVendor: { k: 1 } },
    ],
    ['instructions as text', { contents, systemInstruction: 'Be brief.' }],
    ['instructions as parts', { contents, system_instruction: { parts: { text: 'Be brief.' } } }],
    ['any words', { contents, toolConfig: { functionCallingConfig: { mode: 'MAYBE' } } }],
  ])('%s', (_, body) => {
    expect(readRequest(body, address).summary).toMatchObject({
      model: 'called',
      includeUsage: true,
    });
  });

  it('the model and the method from the path, and the limit from either spelling', () => {
    const { summary } = readRequest(
      { contents, generation_config: { max_output_tokens: '7' } },
      { model: 'my/model', stream: true },
    );
    expect(summary).toEqual({
      model: 'my/model',
      stream: true,
      includeUsage: true,
      maxOutputTokens: 7,
    });
  });
});

describe('spliceRequest', () => {
  const splice = (text: string) => spliceRequest(text, scanObject(text), 'gemini-2.5-flash');

  it('does not change the text', () => {
    const text = '{"contents":[ {"parts":[{"text":"\\u00e4 1.0"}]}],\n"x":1e3}';
    expect(splice(text)).toBe(text);
  });

  it('replaces a call name that the body repeats', () => {
    expect(splice('{"model":"models/my/name","contents":[]}')).toBe(
      '{"model":"models/gemini-2.5-flash","contents":[]}',
    );
    expect(splice('{"generateContentRequest":{"model":"models/x", "contents":[]}}')).toBe(
      '{"generateContentRequest":{"model":"models/gemini-2.5-flash", "contents":[]}}',
    );
  });
});
