import { describe, expect, it } from 'vitest';
import { createStreamTextDecoder } from './stream-text.ts';

function decode(text: string, size: number): string {
  const bytes = new TextEncoder().encode(text);
  const decoder = createStreamTextDecoder();
  let result = '';
  for (let start = 0; start < bytes.length; start += size) {
    result += decoder.decode(bytes.subarray(start, start + size));
  }
  return result + decoder.end();
}

describe.each([1, 2, 3, 100])('a stream in chunks of %i bytes', (size) => {
  it('drops a byte-order mark at its start', () => {
    expect(decode('\ufeffdata: x', size)).toBe('data: x');
  });

  it('keeps the same character everywhere else', () => {
    for (const text of ['🎈\ufeffdata', 'é\ufeff', 'x\ufeff\ufeffy', '早\ufeff早']) {
      expect(decode(text, size)).toBe(text);
    }
  });
});
