import { expect, it } from 'vitest';
import { writeRows } from './database.ts';

async function write(rows: readonly object[]): Promise<readonly (readonly object[])[]> {
  const statements: (readonly object[])[] = [];
  await writeRows({}, rows, async (some) => statements.push(some));
  return statements;
}

it('writes nothing for no rows', async () => {
  expect(await write([])).toStrictEqual([]);
});

it('writes every row once and in order, within the parameter limit of a statement', async () => {
  const rows = Array.from({ length: 10_001 }, (_, id) => ({ id, one: 1, two: 2 }));
  const statements = await write(rows);
  expect(statements.flat()).toStrictEqual(rows);
  expect(statements.length).toBe(2);
  for (const statement of statements) expect(statement.length * 3).toBeLessThanOrEqual(16_000);
});

it('writes a row with more values than the limit in a statement of its own', async () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`c${index}`, 1]));
  expect(await write([wide, wide])).toHaveLength(2);
});
