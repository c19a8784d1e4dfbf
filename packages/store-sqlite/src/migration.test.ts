import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError, StoreVersionError } from '@parley/core/store';
import { migrations } from '@parley/store-sql';
import { addSampleKey, sampleKey, startStoreProcess } from '@parley/store-suite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSqliteStore } from './sqlite-store.ts';
import { processSupport, temporaryPath } from './testing/temporary-store.ts';

const processCount = 4;
/** Each process opens this many new files in the same order, so that some are opened at the same time. */
const fileCount = 25;

/** Runs SQL on the file of a closed store. */
function edit(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function readMigrations(path: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('select name from kysely_migration order by name').all();
  database.close();
  return rows.map((row) => row['name']);
}

async function createClosedStore(): Promise<string> {
  const path = await temporaryPath();
  const store = await createSqliteStore({ path });
  await addSampleKey(store, 1);
  await store.close();
  return path;
}

describe('migrations', () => {
  it('refuses a file of a newer version without changing it', async () => {
    const path = await createClosedStore();
    edit(path, `insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')`);
    const opening = createSqliteStore({ path });
    await expect(opening).rejects.toBeInstanceOf(StoreVersionError);
    await expect(opening).rejects.toThrow('9999-later');
    expect(readMigrations(path)).toStrictEqual([...Object.keys(migrations), '9999-later']);
  });

  it('leaves a file of an earlier version as it is, when it is not to be upgraded', async () => {
    const path = await createClosedStore();
    const [last = ''] = Object.keys(migrations).slice(-1);
    edit(path, `delete from kysely_migration where name = '${last}'`);
    const opening = createSqliteStore({ path, upgrades: false });
    await expect(opening).rejects.toMatchObject({ name: 'StoreVersionError', isEarlier: true });
    expect(readMigrations(path)).toStrictEqual(Object.keys(migrations).slice(0, -1));
  });

  it('creates the tables of a new file, also when none are to be upgraded', async () => {
    const store = await createSqliteStore({ path: await temporaryPath(), upgrades: false });
    onTestFinished(() => store.close());
    await store.check();
  });

  it('leaves nothing behind when a migration fails', async () => {
    const path = await temporaryPath();
    edit(path, 'create table exchanges (id text)');
    await expect(createSqliteStore({ path })).rejects.toBeInstanceOf(StoreUnavailableError);
    const database = new DatabaseSync(path, { readOnly: true });
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    database.close();
    expect(tables.map((row) => row['name'])).toStrictEqual(['exchanges']);
  });

  it('run once, also when the file is opened often', async () => {
    const path = await createClosedStore();
    const store = await createSqliteStore({ path });
    onTestFinished(() => store.close());
    expect(await store.listKeys({ limit: 10 })).toMatchObject([{ key: sampleKey(1) }]);
    expect(readMigrations(path)).toStrictEqual(Object.keys(migrations));
  });

  it('are named in the order in which they run', () => {
    const names = Object.keys(migrations);
    expect(names).toStrictEqual([...names].sort());
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/);
  });
});

describe('a start of several stores on a new file', () => {
  it('succeeds for all stores of one process', async () => {
    const path = await temporaryPath();
    const starts = Array.from({ length: processCount }, () => createSqliteStore({ path }));
    const stores = await Promise.all(starts);
    await Promise.all(stores.map((store) => store.check()));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('succeeds for all of several processes', { timeout: 60_000 }, async () => {
    const path = await temporaryPath();
    const locations = Array.from({ length: fileCount }, (_, index) => `${path}.${String(index)}`);
    const children = Array.from({ length: processCount }, () =>
      startStoreProcess(processSupport, path, { kind: 'open', locations }),
    );
    await Promise.all(children.map((child) => child.ready));
    for (const child of children) child.start();
    await Promise.all(children.map((child) => child.ended));
    for (const location of locations) {
      expect(readMigrations(location)).toStrictEqual(Object.keys(migrations));
    }
  });
});
