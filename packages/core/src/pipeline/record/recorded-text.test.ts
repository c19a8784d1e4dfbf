import { describe, expect, it } from 'vitest';
import { recordText } from './recorded-text.ts';

const key = `sk-parley-${'A1b2C3d4'.repeat(6)}x`;

describe('a text of a record', () => {
  it('is cut after 500 units, without half a character at its end', () => {
    expect(recordText('x'.repeat(600))).toBe('x'.repeat(500));
    expect(recordText(`${'x'.repeat(499)}🙂`)).toBe('x'.repeat(499));
  });

  it('has no part of a key, wherever it is cut', () => {
    for (let before = 430; before < 510; before += 1) {
      const words = 'no '.repeat(200).slice(0, before - 1);
      const left = recordText(`${words} ${key} and more`).slice(words.length + 1);
      expect('[redacted] and more'.startsWith(left), left).toBe(true);
    }
  });
});
