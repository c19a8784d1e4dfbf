import { join } from 'node:path';
import type { ExchangeRecord } from '@parley/core';
import { createRecord } from '@parley/core/testing';
import type { ExchangeView } from '@parley/admin';
import { createSqliteStore } from '@parley/store-sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

/** More exchanges than the store returns at once. */
const count = 1_205;

beforeAll(async () => {
  cli = createCliFolder();
  await cli.call(['keys', 'create']);
  const store = await createSqliteStore({ path: join(cli.path, 'data', 'parley.db') });
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      store.settle({ record: describeExchange(index), charges: [], limits: {} }),
    ),
  );
  await store.close();
});

afterAll(() => cli.remove());

function describeExchange(index: number): ExchangeRecord {
  return createRecord({
    id: `req_${String(index).padStart(6, '0')}`,
    ...{ keyId: 'key', callName: 'echo', outcome: 'failed', status: 404, attempts: 0 },
    // Many began at the same moment.
    startedAt: 1_790_000_000_000 + Math.floor(index / 100),
  });
}

it.each([1, 500, 501, 1_200, 5_000])('shows %i of many exchanges, each once', async (lines) => {
  const { stdout } = await cli.call(['logs', '--json', '--lines', String(lines)]);
  const shown = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as ExchangeView).id);
  const expected = Array.from({ length: count }, (_, index) => describeExchange(index).id);
  expect(shown).toEqual(expected.slice(-lines));
});
