import { StoreUnavailableError, StoreVersionError } from '@parley/core/store';
import {
  addSampleKey,
  expectMoneyRows,
  oldMoneyRows,
  sampleHash,
  sampleKey,
  sampleResponse,
  undoUnitNames,
} from '@parley/store-suite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDurableObjectStore } from './durable-object-store.ts';
import { startWorkerd, type Workerd } from './testing/workerd-store.ts';

describe('the Durable Object of a store', () => {
  let workerd: Workerd;
  beforeAll(async () => {
    workerd = await startWorkerd();
  });
  afterAll(() => workerd.stop());

  it('rejects a method that the store contract does not have', async () => {
    const stub = await workerd.getStub('verbs');
    for (const method of ['close', 'constructor', 'toString', 'nothing']) {
      expect(await stub.call(method, [])).toMatchObject({ name: 'StoreUnavailableError' });
    }
  });

  it('rejects a response that is longer than a row may be', async () => {
    const { store } = await workerd.createHarness();
    const response = sampleResponse('long', { body: 'x'.repeat(3_000_000) });
    await expect(store.saveResponse(response)).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('rolls back a transaction that fails, and keeps working', async () => {
    const { store, runSql } = await workerd.createHarness();
    await runSql?.(`create trigger refuse before update on entity_version
      begin select raise(abort, 'refused'); end`);
    const entity = { kind: 'model', name: 'fast', body: '{}', updatedAt: 1 } as const;
    await expect(store.saveEntity(entity)).rejects.toBeInstanceOf(StoreUnavailableError);
    await runSql?.('drop trigger refuse');
    expect((await store.readEntities()).entities).toEqual([]);
    await store.saveEntity(entity);
    expect((await store.readEntities()).entities).toEqual([entity]);
  });
});

describe('a Durable Object that starts again', () => {
  async function createFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-objects-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Runs one workerd on the folder. */
  async function withObject(
    folder: string,
    use: (stub: Awaited<ReturnType<Workerd['getStub']>>) => Promise<void>,
  ): Promise<void> {
    const workerd = await startWorkerd(folder);
    try {
      await use(await workerd.getStub('parley'));
    } finally {
      await workerd.stop();
    }
  }

  it('keeps its data, and does not change data of a newer version of Parley', async () => {
    const folder = await createFolder();
    await withObject(folder, async (stub) => {
      await addSampleKey(
        createDurableObjectStore(() => stub),
        1,
      );
    });
    await withObject(folder, async (stub) => {
      const store = createDurableObjectStore(() => stub);
      expect((await store.findKey(sampleHash(1)))?.key).toStrictEqual(sampleKey(1));
      await stub.runSql("insert into kysely_migration values ('9999-later', '2100-01-01')");
    });
    await withObject(folder, async (stub) => {
      const store = createDurableObjectStore(() => stub);
      await expect(store.check()).rejects.toBeInstanceOf(StoreVersionError);
      await stub.runSql("delete from kysely_migration where name = '9999-later'");
      await store.check();
    });
  });

  it('keeps the amounts of a version whose column names had no unit', async () => {
    const folder = await createFolder();
    const now = Date.now();
    await withObject(folder, async (stub) => {
      await createDurableObjectStore(() => stub).check();
      for (const statement of [...undoUnitNames, ...oldMoneyRows(now)])
        await stub.runSql(statement);
    });
    await withObject(folder, async (stub) => {
      await expectMoneyRows(
        createDurableObjectStore(() => stub),
        now,
      );
    });
  });
});
