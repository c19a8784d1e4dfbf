import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutNullMember } from './null-member.ts';

describe('removing a member that is null', () => {
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

  it('does not change the rest, at any position', () => {
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
