import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import {
  StoreConflictError,
  StoreUnavailableError,
  StoreVersionError,
  type Store,
} from '@parley/core/store';
import { addSampleKey, sampleHash, settleSample } from '@parley/store-suite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryPath } from '../testing/temporary-store.ts';
import { createThreadedSqliteStore, startThreadedStore } from './threaded-store.ts';

const slow = { timeout: 60_000 };

const worker = new URL('./sqlite-worker.ts', import.meta.url);

/** A store whose threads a test can end. */
async function openKillable() {
  const path = await temporaryPath();
  const threads: Worker[] = [];
  const onDeath = vi.fn<(error: Error, isReplaced: boolean) => void>();
  const store = await startThreadedStore({ path, onDeath }, (workerData) => {
    const execArgv = ['--conditions=parley-source'];
    const thread = new Worker(worker, { workerData, execArgv });
    threads.push(thread);
    return thread;
  });
  onTestFinished(() => store.close());
  return { path, store, threads, onDeath };
}

describe('the thread of a store', slow, () => {
  it('refuses a file that cannot be opened, with the reason', async () => {
    const path = `${await temporaryPath()}/missing/parley.db`;
    const opening = createThreadedSqliteStore({ path });
    await expect(opening).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(opening).rejects.toThrow(path);
  });

  it('refuses a file of a newer version', async () => {
    const path = await temporaryPath();
    await (await createThreadedSqliteStore({ path })).close();
    const database = new DatabaseSync(path);
    database.exec(`insert into kysely_migration values ('9999-later', '2030-01-01')`);
    database.close();
    const opening = createThreadedSqliteStore({ path });
    await expect(opening).rejects.toBeInstanceOf(StoreVersionError);
    await expect(opening).rejects.toThrow('9999-later');
  });

  it('is replaced once when it dies; calls that were running fail', async () => {
    const { store, threads, onDeath } = await openKillable();
    await addSampleKey(store, 1);
    const running = store.findKey(sampleHash(1));
    void threads[0]?.terminate();
    await expect(running).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(onDeath).toHaveBeenLastCalledWith(expect.any(StoreUnavailableError), true);
    expect(await store.findKey(sampleHash(1))).toBeDefined();
    await threads[1]?.terminate();
    expect(onDeath).toHaveBeenLastCalledWith(expect.any(StoreUnavailableError), false);
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(threads).toHaveLength(2);
  });

  it('can be closed although it dies meanwhile', async () => {
    const { store, threads } = await openKillable();
    const closing = store.close();
    void threads[0]?.terminate();
    await closing;
    await expect(store.check()).rejects.toThrow('The store is closed.');
  });

  it('keeps class, fault and advice of an error', async () => {
    const { path, store } = await openKillable();
    const key = await addSampleKey(store, 1);
    await expect(addSampleKey(store, 1)).rejects.toBeInstanceOf(StoreConflictError);
    await expect(store.listKeys({ limit: 0 })).rejects.toBeInstanceOf(RangeError);
    new DatabaseSync(path).exec('drop table reservations');
    const reserving = reserve(store, key.id);
    await expect(reserving).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(reserving).rejects.toMatchObject({ cause: { errcode: 1 } });
  });

  it('reads what was just written, also in long reads, and leaves one file behind', async () => {
    const path = await temporaryPath();
    const store = await createThreadedSqliteStore({ path });
    for (const id of ['x-1', 'x-2']) {
      await settleSample(store, id);
      expect(await store.listExchanges({ limit: 1 })).toMatchObject([{ id }]);
    }
    expect((await store.checkLedger()).faults).toEqual([]);
    await store.close();
    expect(await readdir(dirname(path))).toEqual(['parley.db']);
  });

  it('does not keep a process running that forgets to close it', async () => {
    const path = await temporaryPath();
    const module = new URL('./threaded-store.ts', import.meta.url).href;
    const program = `import { createThreadedSqliteStore } from '${module}';
      const store = await createThreadedSqliteStore({ path: '${path}' });
      await Promise.all([store.check(), store.sumUsage({ by: [] })]);`;
    const child = spawn(
      process.execPath,
      ['--conditions=parley-source', '--input-type=module', '--eval', program],
      { stdio: 'inherit' },
    );
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

function reserve(store: Store, keyId: string): Promise<unknown> {
  return store.reserve({
    id: 'x-1',
    keyId,
    accountId: 'default',
    limits: {},
    amounts: { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 },
    last: true,
    owner: 'owner',
    lifeMs: 1_000,
  });
}
