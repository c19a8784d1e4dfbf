import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from './value.ts';
import { jsonObjectText } from '../testing/json-text.ts';
import { readExactly } from './parse.ts';
import { scanObject } from './scan.ts';
import { cutNullMember, replaceFields, spliceFields, spliceModelName } from './splice.ts';

function splice(text: string, fields: Record<string, string>): string {
  return spliceFields(text, scanObject(text), fields);
}

describe('replaceFields', () => {
  it.each(['', '[1]', '{"model":"a"', '{"model":"a","model":"b"}'])(
    'leaves %j unchanged',
    (text) => {
      expect(replaceFields(text, { model: 'x' })).toBe(text);
    },
  );

  it('replaces the fields that the text has and adds none', () => {
    const text = '{"b":[1], "a" : 1,"a1":{"b":2}}';
    expect(replaceFields(text, { a: null, b: 'x', c: 1 })).toBe(
      '{"b":"x", "a" : null,"a1":{"b":2}}',
    );
  });

  it('replaces a field of text that is nested deeper than a request may be, or has another field twice', () => {
    const deep = '['.repeat(1_000) + ']'.repeat(1_000);
    expect(replaceFields(`{"a":${deep},"a":1,"model":"b"}`, { model: 'x' })).toBe(
      `{"a":${deep},"a":1,"model":"x"}`,
    );
  });
});

describe('spliceFields', () => {
  it('changes nothing but the value: numbers, order, escapes and white space stay', () => {
    const text = '{ "temperature" : 1.0,\n "mo\\u0064el":  "a" , "seed":12345678901234567890}';
    expect(splice(text, { model: '"b"' })).toBe(
      '{ "temperature" : 1.0,\n "mo\\u0064el":  "b" , "seed":12345678901234567890}',
    );
  });

  it('inserts missing fields, also into an empty object', () => {
    expect(splice('{}', { a: '1', 'b"': '[2]' })).toBe('{"a":1,"b\\"":[2]}');
    expect(splice(' { "x":0}', { a: '1' })).toBe(' {"a":1, "x":0}');
  });

  it('replaces several fields, whatever order they are given in', () => {
    expect(splice('{"a":1,"b":2,"c":3}', { c: 'null', d: '4', a: '"$&"' })).toBe(
      '{"d":4,"a":"$&","b":2,"c":null}',
    );
  });

  it('returns the same text when there is nothing to set', () => {
    expect(splice('{"a":1}', {})).toBe('{"a":1}');
  });

  it('sets fields in any object and leaves all others alone', () => {
    fc.assert(
      fc.property(jsonObjectText(), fc.jsonValue(), ({ members, text }, value) => {
        const last = members.at(-1)?.[0] ?? 'none';
        const fields = { [last]: JSON.stringify(value), new: '"n"', model: '"m"' };
        const spliced = readExactly(splice(text, fields), false);
        const expected = new Map<string, unknown>(members);
        for (const [name, literal] of Object.entries(fields))
          expected.set(name, readExactly(literal, false));
        expect(isJsonObject(spliced)).toBe(true);
        expect(new Map(Object.entries(spliced as object))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

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

describe('cutting a member that is null', () => {
  it.each([
    ['{"a":1,"usage":null}', '{"a":1}'],
    ['{"a":1,"usage":null,"b":2}', '{"a":1,"b":2}'],
    ['{"usage":null,"b":2}', '{"b":2}'],
    ['{ "usage" : null }', '{  }'],
    ['data: {"a":1 , "usage" : null }\n\n', 'data: {"a":1  }\n\n'],
    ['{"usage":{"prompt_tokens":1}}', '{"usage":{"prompt_tokens":1}}'],
    ['{"text":"\\"usage\\":null"}', '{"text":"\\"usage\\":null"}'],
    ['{"usage":"null"}', '{"usage":"null"}'],
    ['{"a":"usage"}', '{"a":"usage"}'],
  ])('%s becomes %s', (text, expected) => {
    expect(cutNullMember(text, 'usage')).toBe(expected);
  });

  it('leaves the rest as it is, wherever the member stands', () => {
    const member = fc.tuple(fc.string(), fc.jsonValue()).filter(([name]) => name !== 'usage');
    const members = fc.uniqueArray(member, { selector: ([name]) => name, maxLength: 5 });
    fc.assert(
      fc.property(members, fc.nat(5), fc.nat(2), (others, place, space) => {
        const plain = others.filter(([, value]) => !JSON.stringify(value).includes('"usage":null'));
        const all = [...plain];
        all.splice(place, 0, ['usage', null]);
        const text = `{${all.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(`,${' '.repeat(space)}`)}}`;
        const cut: unknown = JSON.parse(cutNullMember(text, 'usage'));
        expect(Object.entries(cut as object)).toEqual(
          Object.entries(JSON.parse(text) as object).filter(([name]) => name !== 'usage'),
        );
      }),
    );
  });
});
