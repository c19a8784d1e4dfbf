import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spliceModelName } from './model-name.ts';

describe('spliceModelName', () => {
  it.each([
    ['no such member', 'data: {"id":"x"}\n\n'],
    ['only inside a string', 'data: {"text":"{\\"model\\":\\"a\\"}"}\n\n'],
    ['an escaped quote before the word', 'data: {"say \\"model":"a"}\n\n'],
    ['the word as a value', 'data: {"type":"model","id":"x"}\n\n'],
    ['a value that is no string', 'data: {"model":null}\n\n'],
    ['a value that never ends', 'data: {"model":"a'],
    ['nothing after the name', 'data: {"model"'],
    ['an empty text', ''],
  ])('leaves text with %s alone', (_, text) => {
    expect(spliceModelName(text, 'new')).toBe(text);
  });

  it.each([
    [
      'data: {"id":1,"model":"a","x":"\\"model\\":\\"b\\""}\n\n',
      'data: {"id":1,"model":"new","x":"\\"model\\":\\"b\\""}\n\n',
    ],
    ['{"model" :\t"a\\"b\\\\" }', '{"model" :\t"new" }'],
    ['{"type":"model","model":""}', '{"type":"model","model":"new"}'],
    ['{"message":{"model":"a"},"model":"b"}', '{"message":{"model":"new"},"model":"b"}'],
    ['{"text":"\\\\","model":"a"}', '{"text":"\\\\","model":"new"}'],
  ])('replaces the value in %j', (text, expected) => {
    expect(spliceModelName(text, 'new')).toBe(expected);
  });

  it('writes any name as JSON, and dollar signs as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (model, value) => {
        const text = JSON.stringify({ content: JSON.stringify(value), model: 'old', n: 1 });
        expect(JSON.parse(spliceModelName(text, model))).toEqual({ ...JSON.parse(text), model });
      }),
    );
    expect(spliceModelName('{"model":"a"}', "$&$'")).toBe(`{"model":"$&$'"}`);
  });
});
