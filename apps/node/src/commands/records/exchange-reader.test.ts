import { join } from 'node:path';
import type { ExchangeRecord } from '@parley/core';
import type { ExchangeView } from '@parley/admin';
import { createSqliteStore } from '@parley/store-sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

/** More exchanges than the store returns at once. */
const count = 1_205;

beforeAll(async () => {
  cli = createCliFolder();
  await cli.call(['keys', 'list']);
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
  return {
    id: `req_${String(index).padStart(6, '0')}`,
    keyId: 'key',
    accountId: 'default',
    group: 'default',
    endpoint: '/v1/messages',
    inbound: 'anthropic-messages',
    callName: 'echo',
    stream: false,
    outcome: 'failed',
    status: 404,
    attempts: 0,
    attemptRecords: [],
    listNanoUsd: 0,
    chargedNanoUsd: 0,
    pricing: 'free',
    fidelity: 'exact',
    notes: [],
    // Many began at the same moment.
    startedAt: 1_790_000_000_000 + Math.floor(index / 100),
    durationMs: 1,
  };
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
