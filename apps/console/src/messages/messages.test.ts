import { describe, expect, test } from 'vitest';
import { en } from './en/index.ts';
import { zh } from './zh/index.ts';

/** `area.key` → text */
function flatten(messages: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  return new Map(
    Object.entries(messages).flatMap(([area, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const),
    ),
  );
}

const english = flatten(en);
const chinese = flatten(zh);

const valuesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe('English and Chinese', () => {
  test('have the same texts', () => {
    expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test.each([...english])('fill the same values into %s', (key, text) => {
    expect(valuesOf(chinese.get(key) ?? '')).toEqual(valuesOf(text));
  });

  test('leave no text empty', () => {
    const empty = [...english, ...chinese].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  test('differ: a text of several words is translated', () => {
    const untranslated = [...english].filter(
      ([key, text]) => /[a-z]{2,} [a-z]{2,}/.test(text) && chinese.get(key) === text,
    );
    expect(untranslated).toEqual([]);
  });
});
