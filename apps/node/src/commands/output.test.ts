import { afterEach, expect, it, vi } from 'vitest';
import { writeTable } from './output.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  writeTable(heads, rows);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

it('aligns columns with wide characters', () => {
  const rows = [
    ['研究', '1'],
    ['👩‍💻 x', '2'],
    ['laptop', '3'],
  ];
  expect(tableOf(['NAME', 'ID'], rows)).toBe(
    ['NAME    ID', '研究    1', '👩‍💻 x    2', 'laptop  3', ''].join('\n'),
  );
});

it('keeps one line for each row, whatever a cell contains', () => {
  expect(tableOf(['NOTE'], [['a\nb\u001b[31m']])).toBe('NOTE\na\\nb\\u001b[31m\n');
});

it('has any number of rows', () => {
  const rows = Array.from({ length: 200_000 }, () => ['x']);
  expect(tableOf(['A'], rows)).toHaveLength(400_002);
});
