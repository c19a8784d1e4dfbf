import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@parley/core/store';
import { migrations, type TableUpgrade } from '@parley/store-sql';
import {
  expectMoneyRows,
  lastMigrationWithoutUnits,
  oldMoneyRows,
  sampleHash,
  settleSample,
} from '@parley/store-suite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSqliteDialect } from './dialect/sqlite-dialect.ts';
import { createSqliteStore } from './sqlite-store.ts';
import { temporaryPath } from './testing/temporary-store.ts';
import { createThreadedSqliteStore } from './thread/threaded-store.ts';

/** The last migration of the version before keys had accounts. */
const lastOldMigration = '0002-responses';
/** More than the upgrade moves at once. */
const keyCount = 2_500;

const oldRows = `
  with recursive serials (serial) as (select 1 union all select serial + 1 from serials
    where serial < ${keyCount})
  insert into keys select printf('key-%05d', serial), printf('%064x', serial), 'sk-abcde…wxyz',
    'It''s "one"', 'a "quoted\\" group', 1700000000000 + serial, null, 0 from serials;
  update keys set expires_at = 5, disabled = 1 where id = 'key-00002';
  insert into admin_tokens values ('token-1', '${sampleHash(7)}', 'pa-abcde…wxyz', 3);
  insert into exchanges values ('x-old', 'key-00001', 'default', '/v1/messages',
    'anthropic-messages', 'openai-chat', 'fast', 'first', 'model-1', 1, 'completed', 200, null, 1,
    11, 12, 13, 14, 15, 16, null, 'exact', '[]', 1700000000000, 120, 4500);
  insert into responses values ('key-00001', 'resp-1', 1, 2, '[]', '{"id":"resp-1"}');
`;

/** Creates a file as an earlier version left it. */
async function createOldFile(path: string, lastMigration: string, rows: string): Promise<void> {
  const database = new DatabaseSync(path);
  const kysely = new Kysely({ dialect: createSqliteDialect(database, { busyTimeoutMs: 0 }) });
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db: kysely, provider }).migrateTo(lastMigration);
  expect(error).toBeUndefined();
  database.exec(rows);
  database.close();
}

describe('a file of the first version', () => {
  let path: string;
  let store: Store;

  beforeEach(async () => {
    path = await temporaryPath();
    await createOldFile(path, lastOldMigration, oldRows);
    store = await createSqliteStore({ path });
    onTestFinished(() => store.close());
  });

  it('tells when its upgrade begins and has ended, and nothing once it is up to date', async () => {
    const old = await temporaryPath();
    await createOldFile(old, lastOldMigration, '');
    const [from, to] = [lastOldMigration, Object.keys(migrations).toSorted().at(-1)];
    const open = async (create: typeof createSqliteStore): Promise<readonly TableUpgrade[]> => {
      const upgrades: TableUpgrade[] = [];
      await (await create({ path: old, onUpgrade: (upgrade) => upgrades.push(upgrade) })).close();
      return upgrades;
    };
    const durationMs = expect.any(Number) as number;
    expect(await open(createThreadedSqliteStore)).toStrictEqual([
      { from, to },
      { from, to, durationMs },
    ]);
    expect(await open(createSqliteStore)).toStrictEqual([]);
  });

  it('keeps every key, in the default account and in its group', async () => {
    const ids = new Set<string>();
    let page = await store.listKeys({ limit: 1_000 });
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const { key } of page) ids.add(key.id);
      page = await store.listKeys({ limit: 1_000, afterId: last.key.id });
    }
    expect(ids.size).toBe(keyCount);
  });

  it('finds keys by the secrets they had', async () => {
    const found = await store.findKey(sampleHash(1));
    expect(found).toMatchObject({
      secret: { keyId: 'key-00001', hash: sampleHash(1), display: 'sk-abcde…wxyz' },
      account: { id: 'default', prepaid: false, disabled: false },
    });
    expect(found?.key).toStrictEqual({
      id: 'key-00001',
      name: `It's "one"`,
      accountId: 'default',
      groups: ['a "quoted\\" group'],
      limits: {},
      createdAt: 1_700_000_000_001,
      disabled: false,
    });
    const second = await store.findKey(sampleHash(2));
    expect(second?.key).toMatchObject({ expiresAt: 5, disabled: true });
    expect(second?.secret).not.toHaveProperty('expiresAt');
  });

  it('keeps the permissions of its admin token', async () => {
    const token = await store.findAdminToken(sampleHash(7));
    expect(token).toMatchObject({ id: 'token-1', role: 'admin', createdAt: 3 });
  });

  it('keeps its exchanges, without cost, in the default account', async () => {
    const record = await store.findExchange('x-old');
    expect(record).toMatchObject({
      keyId: 'key-00001',
      accountId: 'default',
      listNanoUsd: 0,
      chargedNanoUsd: 0,
      pricing: 'free',
      usage: { input: 11, reasoning: 16 },
      attempts: 1,
      attemptRecords: [],
    });
    expect(await store.listExchanges({ accountId: 'default', limit: 10 })).toStrictEqual([record]);
  });

  it('keeps its stored responses, without items', async () => {
    const response = await store.findResponse('key-00001', 'resp-1');
    expect(response).toMatchObject({ body: '{"id":"resp-1"}', itemIds: [] });
  });

  it('accepts new records', async () => {
    await store.changeKey('key-00001', { limits: { concurrency: 1 } });
    expect((await store.readKey('key-00001'))?.key.limits).toStrictEqual({ concurrency: 1 });
    await settleSample(store, 'x-new', { keyId: 'key-00001' });
    expect(await store.listExchanges({ keyId: 'key-00001', limit: 10 })).toHaveLength(2);
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });
});

describe('a file whose amounts had no unit in their names', () => {
  /** More than two of the steps in which records are rewritten. */
  const exchangeCount = 10_500;
  const manyExchanges = `
    with recursive serials (serial) as (select 1 union all select serial + 1 from serials
      where serial < ${exchangeCount})
    insert into exchanges (id, key_id, group_name, endpoint, inbound, call_name, stream, outcome,
      status, attempts, attempt_records, fidelity, notes, started_at, duration_ms)
      select printf('old-%05d', serial), 'key-2', 'default', '/v1/messages', 'anthropic-messages',
        'fast', 0, 'completed', 200, 1, '[{"listNanos":3,"chargedNanos":4}]', 'exact', '[]', serial, 1
      from serials;
  `;

  async function open(rows: readonly string[]): Promise<Store> {
    const path = await temporaryPath();
    await createOldFile(path, lastMigrationWithoutUnits, rows.join(';'));
    const store = await createSqliteStore({ path });
    onTestFinished(() => store.close());
    return store;
  }

  it('has the same amounts under the new column names', async () => {
    const now = Date.now();
    await expectMoneyRows(await open(oldMoneyRows(now)), now);
  });

  it('has new names in every record of an attempt', async () => {
    const store = await open([manyExchanges]);
    for (const serial of [1, 4_999, 5_000, 5_001, 10_000, 10_001, exchangeCount]) {
      const id = `old-${String(serial).padStart(5, '0')}`;
      const record = await store.findExchange(id);
      expect(record?.attemptRecords).toStrictEqual([{ listNanoUsd: 3, chargedNanoUsd: 4 }]);
    }
  });
});

describe('a file whose indexes by time held ids', () => {
  const lastMigration = '0011-background-responses';

  const toId = (serial: number): string => `credit-${String(serial).padStart(6, '0')}`;

  /** Entries at 3 and 4; those with odd numbers are newer. */
  const entriesOf = (count: number): string => `
    with recursive serials (serial) as (select 1 union all select serial + 1 from serials
      where serial < ${count})
    insert into ledger (id, kind, at, account_id, nano_usd)
      select printf('credit-%06d', serial), 'top-up', 3 + serial % 2, 'default', 1 from serials;
    insert into account_states values ('default', ${count}, 0, 0);
  `;

  async function upgrade(count: number): Promise<{ store: Store; indexes: readonly unknown[] }> {
    const path = await temporaryPath();
    await createOldFile(path, lastMigration, entriesOf(count));
    const store = await createSqliteStore({ path });
    onTestFinished(() => store.close());
    const database = new DatabaseSync(path, { readOnly: true });
    const columns = database.prepare("select name from pragma_index_info('ledger_by_at')").all();
    database.close();
    return { store, indexes: columns.map((row) => row['name']) };
  }

  it.each([
    { count: 9, columns: ['at'] },
    { count: 200_001, columns: ['at', 'id'] },
  ])('lists $count entries in the same order, by $columns', async ({ count, columns }) => {
    const { store, indexes } = await upgrade(count);
    expect(indexes).toStrictEqual(columns);
    const first = await store.listLedger({ limit: 3 });
    const after = first.at(-1);
    const second = await store.listLedger({ limit: 2, ...(after && { after }) });
    const newest = [0, 2, 4, 6, 8].map((earlier) => toId(count - earlier));
    expect([...first, ...second].map(({ id }) => id)).toStrictEqual(newest);
    expect((await store.checkLedger()).faults).toStrictEqual([]);
  });
});
