import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from './value.ts';
import { jsonObjectText } from '../testing/json-text.ts';
import { scanObject } from './scan.ts';
import { spliceFields } from './splice.ts';

function splice(text: string, fields: Record<string, string>): string {
  return spliceFields(text, scanObject(text), fields);
}

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
        const spliced: unknown = JSON.parse(splice(text, fields));
        const expected = new Map<string, unknown>(members);
        for (const [name, literal] of Object.entries(fields))
          expected.set(name, JSON.parse(literal));
        expect(isJsonObject(spliced)).toBe(true);
        expect(new Map(Object.entries(spliced as object))).toEqual(
          new Map([...expected].map(([name, each]) => [name, JSON.parse(JSON.stringify(each))])),
        );
      }),
      { numRuns: 500 },
    );
  });
});
