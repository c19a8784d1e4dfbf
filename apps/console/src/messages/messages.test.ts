import { describe, expect, test } from 'vitest';
import { en } from './en/index.ts';
import { phrases, zh } from './zh/index.ts';

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

describe('Chinese', () => {
  const { texts, errors } = phrases;
  const all = [...chinese.values(), ...Object.values(texts), ...Object.values(errors)];

  /** Words for which others are used: 额度, 更换, 推理, 图片, 凭据, 格式, 提示词 and Token. */
  const avoided =
    /配额|轮换|思考|图像|凭证|协议(?!价)|提示(?!词)|(?<![A-Za-z_<:-] ?)token(?![A-Za-z_>-])/;

  test('has one word for each thing', () => {
    expect(all.filter((text) => avoided.test(text))).toEqual([]);
  });

  test('has the punctuation of Chinese beside its characters', () => {
    const mixed = /[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?!\w)|[\u4e00-\u9fff] [\u4e00-\u9fff]/;
    expect(all.filter((text) => mixed.test(text))).toEqual([]);
  });
});
