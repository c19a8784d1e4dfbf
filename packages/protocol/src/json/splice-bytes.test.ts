import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonObjectText } from '../testing/json-text.ts';
import { scanObject } from './scan.ts';
import { spliceBytes } from './splice-bytes.ts';
import { spliceFields } from './splice.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function splice(text: string, fields: Record<string, string>) {
  return spliceBytes({ text, bytes: encode(text) }, scanObject(text), fields);
}

describe('spliceBytes', () => {
  it.each([
    ['before long text', '{"model":"a","text":"né 漢字 😀 né 漢字 😀"}'],
    ['after long text', '{"text":"né 漢字 😀 né 漢字 😀", "model" : "a"}'],
    ['between texts, with a name that has other characters', '{"é":"漢","model":"ä","text":"😀"}'],
    ['that is missing', ' {"text":"😀"}'],
    ['that is missing in an empty object', '{}'],
  ])('sets a field %s', (_, text) => {
    const fields = { model: '"ü"' };
    expect(new TextDecoder().decode(splice(text, fields))).toBe(
      spliceFields(text, scanObject(text), fields),
    );
  });

  it('returns the same bytes when there is nothing to set', () => {
    const source = { text: '{"a":1}', bytes: encode('{"a":1}') };
    expect(spliceBytes(source, scanObject(source.text), {})).toBe(source.bytes);
  });

  it('sets what spliceFields sets, in any object', () => {
    fc.assert(
      fc.property(jsonObjectText(), fc.json(), ({ members, text }, value) => {
        const [name = '漢'] = members[members.length >> 1] ?? [];
        const fields = { [name]: value, model: '"m"', é: '"😀"' };
        expect(splice(text, fields)).toEqual(encode(spliceFields(text, scanObject(text), fields)));
      }),
      { numRuns: 500 },
    );
  });
});
