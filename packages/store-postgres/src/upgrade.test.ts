import { migrations, type TableUpgrade } from '@parley/store-sql';
import { expectMoneyRows, lastMigrationWithoutUnits, oldMoneyRows } from '@parley/store-suite';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresStore, migrationLock } from './postgres-store.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

const steps = {
  from: lastMigrationWithoutUnits,
  to: Object.keys(migrations).toSorted().at(-1),
};
const durationMs = expect.any(Number) as number;

/** Creates the tables as an earlier version left them. */
async function createOldTables(
  url: string,
  schema: string,
  rows: readonly string[],
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db: kysely, provider, migrationTableSchema: schema });
  const { error } = await migrator.migrateTo(lastMigrationWithoutUnits);
  expect(error).toBeUndefined();
  for (const row of rows) await pool.query(row);
  await kysely.destroy();
}

describe.skipIf(serverUrl === undefined)('tables whose amounts had no unit in their names', () => {
  it('have the same money under its new names', async () => {
    const { url, schema, drop } = await createSchema();
    onTestFinished(drop);
    const now = Date.now();
    await createOldTables(url, schema, oldMoneyRows(now));
    const upgrades: TableUpgrade[] = [];
    const onUpgrade = (upgrade: TableUpgrade): void => void upgrades.push(upgrade);
    const store = await createPostgresStore({ url, onUpgrade });
    onTestFinished(() => store.close());
    await expectMoneyRows(store, now);
    expect(upgrades).toStrictEqual([steps, { ...steps, durationMs }]);
    await (await createPostgresStore({ url, onUpgrade })).close();
    expect(upgrades).toHaveLength(2);
  });
});

it.skipIf(serverUrl === undefined)(
  'an upgrade that waits for another process tells it',
  async () => {
    const { url, schema, drop } = await createSchema();
    onTestFinished(drop);
    await createOldTables(url, schema, []);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('select pg_advisory_lock($1)', [migrationLock]);
    const upgrades: TableUpgrade[] = [];
    const opening = createPostgresStore({ url, onUpgrade: (upgrade) => upgrades.push(upgrade) });
    const patience = { timeout: 10_000 };
    await expect.poll(() => upgrades, patience).toStrictEqual([{ ...steps, isWaiting: true }]);
    await other.query('select pg_advisory_unlock($1)', [migrationLock]);
    await (await opening).close();
    expect(upgrades.slice(1)).toStrictEqual([steps, { ...steps, durationMs }]);
  },
);

describe.skipIf(serverUrl === undefined)('tables that cannot be created', () => {
  it('because another program has one of that name are refused with that reason', async () => {
    const { url, drop } = await createSchema();
    onTestFinished(drop);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('create table keys ()');
    await other.end();
    const opened = createPostgresStore({ url });
    await expect(opened).rejects.toThrow(/could not be migrated: .*"keys" already exists/);
  });

  it('because the server takes no writes are refused with that reason', async () => {
    const { url, drop } = await createSchema();
    onTestFinished(drop);
    const opened = createPostgresStore({ url: `${url}%20-c%20default_transaction_read_only=on` });
    await expect(opened).rejects.toThrow('in a read-only transaction');
  });
});
