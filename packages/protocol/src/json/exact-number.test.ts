import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longInteger } from '../testing/arbitraries.ts';
import { jsonObjectText } from '../testing/json-text.ts';
import {
  createExactNumber,
  holdsExactNumber,
  mayHoldExactNumber,
  writeJson,
} from './exact-number.ts';
import { readExactly, parseJson, parseToolJson } from './parse.ts';
import { isJsonObject } from './value.ts';

describe('parseToolJson', () => {
  it.each(['', '{', '{"a":01}', '{"a":1234567890123456789', 'nonsense 1234567890123456789'])(
    'reads %j as no JSON',
    (text) => {
      expect(parseToolJson(text)).toBeUndefined();
    },
  );

  it.each([
    '{"id":1234567890123456789}',
    '[-9223372036854775808,18446744073709551615]',
    '{"a":[{"b":10000000000000000000000}],"c":1e400}',
    '12345678901234567.25',
    '{"digits":"1234567890123456789","\\u0061":[],"b":{}}',
  ])('gives %s back as it was', (text) => {
    const value = parseToolJson(text);
    const plain = text.replace('\\u0061', 'a');
    expect(value === undefined ? undefined : writeJson(value)).toBe(plain);
    expect(writeJson(value, false)).toBe(plain);
  });

  it.each(['{"a":9007199254740991,"b":0.30000000000000004,"c":1.0,"d":1e21}', '[]', 'null'])(
    'reads %s as every reader does, because doubles hold it',
    (text) => {
      expect(parseToolJson(text)).toStrictEqual(JSON.parse(text));
    },
  );

  it('reads a member named __proto__ as a plain member', () => {
    const text = '{"__proto__":{"id":1234567890123456789}}';
    expect(writeJson(parseToolJson(text))).toBe(text);
  });
});

describe('parseJson', () => {
  it('reads numbers of known fields as doubles', () => {
    const body = parseJson('{"seed":1234567890123456789,"input":[{"n":1234567890123456789}]}');
    expect(holdsExactNumber(body)).toBe(false);
  });

  it.each(['input', 'args', 'functionResponse', 'parameters', 'input_schema', 'schema'])(
    'keeps the numbers below %s',
    (name) => {
      const text = `{"a":[{"${name}":{"deep":[{"n":1234567890123456789}]}}]}`;
      expect(writeJson(parseJson(text))).toBe(text);
    },
  );
});

describe('the exact reader', () => {
  it('reads every member of an object as it was written', () => {
    fc.assert(
      fc.property(jsonObjectText(), ({ members, text }) => {
        expect(readExactly(text, false)).toStrictEqual(Object.fromEntries(members));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every long integer at any position', () => {
    fc.assert(
      fc.property(longInteger(), fc.jsonValue(), (integer, other) => {
        const text = writeJson([integer, { a: [other, { b: integer }] }, other]);
        expect(mayHoldExactNumber(text)).toBe(true);
        expect(writeJson(parseToolJson(text), false)).toBe(text);
      }),
    );
  });
});

describe('an exact number', () => {
  it('is not a JSON object', () => {
    expect(isJsonObject(createExactNumber('1234567890123456789'))).toBe(false);
  });
});
