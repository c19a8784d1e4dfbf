import { describe, expect, it } from 'vitest';
import { countColumns, padColumns } from './columns.ts';

describe('countColumns', () => {
  it.each([
    ['', 0],
    ['laptop', 6],
    ['研究团队', 8],
    ['한국', 4],
    ['ガ', 2],
    ['ｱ', 1],
    ['плюс', 4],
    ['e\u0301', 1],
    ['a\u200db', 2],
    ['👩‍💻', 2],
    ['🇨🇳', 2],
    ['1️⃣', 2],
    ['…→', 2],
  ])('counts %j', (text, columns) => {
    expect(countColumns(text)).toBe(columns);
  });
});

describe('padColumns', () => {
  it('fills up, and never cuts', () => {
    expect(padColumns('研究', 6)).toBe('研究  ');
    expect(padColumns('研究', 3)).toBe('研究');
  });
});
