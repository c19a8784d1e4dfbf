import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '@parley/core/store';
import { addSampleKey, sampleHash, sampleKey, settleSample } from '@parley/store-suite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSqliteStore } from './sqlite-store.ts';
import type { SqliteStoreOptions } from './sqlite-store.ts';
import { temporaryPath } from './testing/temporary-store.ts';

async function openStore(options: SqliteStoreOptions) {
  const store = await createSqliteStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** A second connection to the file, for changes that the store would never make. */
function tamper(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

describe('opening', () => {
  it('refuses a file that is not a database without changing it', async () => {
    const path = await temporaryPath();
    const text = 'This is a letter and no database. '.repeat(100);
    await writeFile(path, text);
    const opening = createSqliteStore({ path });
    await expect(opening).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(opening).rejects.toThrow(path);
    expect((await stat(path)).size).toBe(text.length);
  });

  it('waits for nobody when its tables are up to date, even while a backup locks the file', async () => {
    const path = await temporaryPath();
    const before = await createSqliteStore({ path });
    await addSampleKey(before, 1);
    await before.close();
    const backup = tamper(path);
    backup.exec('begin immediate');
    const store = await openStore({ path });
    expect(await store.findKey(sampleHash(1))).toBeDefined();
    backup.exec('rollback');
  });

  it('gives advice for a damaged file', async () => {
    const path = await temporaryPath();
    const before = await createSqliteStore({ path });
    await addSampleKey(before, 1);
    await before.close();
    const bytes = await readFile(path);
    // The header of the file stays as it is.
    await writeFile(path, bytes.fill(0xff, 100));
    const opening = createSqliteStore({ path });
    await expect(opening).rejects.toMatchObject({ fault: 'damaged' });
    await expect(opening).rejects.toThrow(/is damaged\. Stop every gateway.*restore a backup/s);
  });

  it('refuses a folder that does not exist', async () => {
    const path = `${await temporaryPath()}/missing/parley.db`;
    await expect(createSqliteStore({ path })).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('refuses a path that is a folder, and says what SQLite needs, as on a read-only disk', async () => {
    const path = dirname(await temporaryPath());
    const opening = createSqliteStore({ path });
    await expect(opening).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(opening).rejects.toThrow(/unable to open .* its folder must be writable\.$/);
  });

  it('opens a name that SQLite would read as a URI as a plain path', async () => {
    const folder = await temporaryPath();
    await mkdir(folder);
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => {
      process.chdir(before);
    });
    await openStore({ path: ':memory:' });
    expect((await stat(`${folder}/:memory:`)).isFile()).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('file modes', () => {
  it('lets only the owner read the database and the files beside it', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path });
    await settleSample(store, 'x-1');
    for (const suffix of ['', '-wal', '-shm']) expect(await modeOf(path + suffix)).toBe(0o600);
  });

  it('does not change the mode of an existing file', async () => {
    const path = await temporaryPath();
    await writeFile(path, '');
    await chmod(path, 0o640);
    await openStore({ path });
    expect(await modeOf(path)).toBe(0o640);
  });
});

describe('a store in trouble', () => {
  it('is not healthy when its file was removed', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path });
    await rm(path);
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('is not healthy when its file was replaced', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path });
    await rename(path, `${path}.old`);
    await writeFile(path, '');
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('is not healthy when its tables are gone', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path });
    tamper(path).exec('drop table kysely_migration');
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('is not healthy while another process holds the file, and says why', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path, busyTimeoutMs: 20 });
    const other = tamper(path);
    other.exec('begin immediate');
    await expect(store.check()).rejects.toMatchObject({ fault: 'locked' });
    other.exec('rollback');
    await store.check();
  });

  it('is not healthy on a full disk, and says so', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path, leastFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(store.check()).rejects.toMatchObject({ fault: 'full' });
  });

  it('refuses writes while another process holds the file, and serves again after it', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path, busyTimeoutMs: 20 });
    await addSampleKey(store, 1);
    const other = tamper(path);
    other.exec('begin immediate');
    const refused = [
      settleSample(store, 'x-1'),
      settleSample(store, 'x-2'),
      addSampleKey(store, 2),
    ];
    const results = await Promise.allSettled(refused);
    expect(results.map((result) => result.status)).toStrictEqual(Array(3).fill('rejected'));
    await expect(refused[0]).rejects.toBeInstanceOf(StoreUnavailableError);
    expect((await store.findKey(sampleHash(1)))?.key).toStrictEqual(sampleKey(1));
    other.exec('rollback');
    await settleSample(store, 'x-1');
    expect(await store.findExchange('x-2')).toBeUndefined();
    expect(await store.findExchange('x-1')).toBeDefined();
  });

  it('rejects a whole batch when one row of it fails, and writes none of it', async () => {
    const path = await temporaryPath();
    const store = await openStore({ path });
    tamper(path).exec(`create trigger refuse before insert on exchanges when new.id = 'x-bad'
      begin select raise(rollback, 'refused'); end`);
    const batch = ['x-1', 'x-bad', 'x-2'].map((id) => settleSample(store, id));
    const results = await Promise.allSettled(batch);
    expect(results.map((result) => result.status)).toStrictEqual(Array(3).fill('rejected'));
    expect(await store.listExchanges({ limit: 10 })).toStrictEqual([]);
    await settleSample(store, 'x-1');
    expect(await store.findExchange('x-1')).toBeDefined();
  });
});

describe('durability', () => {
  it('has everything in one file after it is closed', async () => {
    const path = await temporaryPath();
    for (const serial of [1, 2]) {
      const store = await createSqliteStore({ path });
      if (serial === 1) await addSampleKey(store, serial);
      await store.close();
      expect(await readdir(dirname(path))).toStrictEqual(['parley.db']);
    }
  });

  it('keeps a write-ahead log beside the file', async () => {
    const path = await temporaryPath();
    await openStore({ path });
    const [row] = tamper(path).prepare('pragma journal_mode').all();
    expect(row).toMatchObject({ journal_mode: 'wal' });
  });
});

it('names every total that differs from its rows', async () => {
  const path = await temporaryPath();
  const store = await openStore({ path });
  const key = await addSampleKey(store, 1);
  await settleSample(store, 'x-1', { keyId: key.id });
  tamper(path).exec(`
    update account_states set granted = granted + 1, spent = spent + 1, reserved = 1;
    update key_states set spent = spent + 1, quota_nano_usd = quota_nano_usd + 1,
      reserved_nano_usd = 1, reserved_tokens = 1, running = 1;
    update exchanges set charged_nano_usd = charged_nano_usd + 1;
  `);
  const { faults } = await store.checkLedger();
  expect(
    faults.map(({ subject, total, stated, counted }) => [subject, total, stated - counted]),
  ).toEqual(
    ['granted', 'spent', 'reserved']
      .map((total) => ['account', total, 1])
      .concat(
        ['spent', 'quota', 'reserved', 'reserved_tokens', 'running'].map((total) => [
          'key',
          total,
          1,
        ]),
        [['exchange', 'charged', 1]],
      ),
  );
});
