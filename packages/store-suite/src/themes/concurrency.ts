/** Tests of concurrent calls; part of the store suite. */
import type { ExchangeRecord, Store } from '@parley/core/store';
import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  sampleAdminToken,
  sampleEntity,
  sampleExchange,
  sampleFirst,
  sampleHash,
  sampleKey,
  sampleSecret,
  settleSample,
  settlementOf,
} from '../samples/index.ts';

export function describeConcurrency(open: OpenHarness, supports: StoreSupport): void {
  describe('concurrency', () => {
    describeOneStore(open);
  });
  describe.skipIf(!supports.sharing)('concurrency of several stores on the same data', () => {
    describeVisibility(open);
    describeSeveralStores(open);
  });
}

async function countRefused(attempts: readonly Promise<void>[]): Promise<number> {
  const results = await Promise.allSettled(attempts);
  const refused = results.filter((result) => result.status === 'rejected');
  for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreConflictError);
  return refused.length;
}

function describeOneStore(open: OpenHarness): void {
  it('records 2,500 exchanges at once', async () => {
    const { store } = await open();
    const records = range(2_500).map((index) => sampleExchange(`x-${String(index)}`));
    await Promise.all(records.map((record) => store.settle(settlementOf(record))));
    const found = await Promise.all(records.map((record) => store.findExchange(record.id)));
    expect(found).toStrictEqual(records);
  });

  it('records one exchange that is handed over a hundred times at once', async () => {
    const { store } = await open();
    const records = range(100).map((index) => sampleExchange('x-1', { attempts: index }));
    await Promise.all(records.map((record) => store.settle(settlementOf(record))));
    expect(await store.listExchanges({ limit: 10 })).toStrictEqual([records[0]]);
  });

  it('gives a key to one of many who add it at once', async () => {
    const { store } = await open();
    const attempts = range(20).map((index) =>
      store.addKey(sampleKey(index), sampleSecret(index, { hash: sampleHash(99) })),
    );
    expect(await countRefused(attempts)).toBe(19);
    expect(await store.listKeys({ limit: 100 })).toHaveLength(1);
  });

  it('reads rightly while it writes', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    const work = range(200).flatMap((index) => [
      settleSample(store, `x-${String(index)}`),
      store.findKey(sampleHash(1)).then((found) => {
        expect(found?.key).toStrictEqual(sampleKey(1));
      }),
    ]);
    await Promise.all(work);
  });
}

function describeVisibility(open: OpenHarness): void {
  it('shows every store what another one has written', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    await settleSample(store, 'x-1');
    expect(await other.findExchange('x-1')).toStrictEqual(sampleExchange('x-1'));
    await addSampleKey(other, 1);
    expect((await store.findKey(sampleHash(1)))?.key).toStrictEqual(sampleKey(1));
    await store.changeKey('key-1', { disabled: true });
    expect((await other.findKey(sampleHash(1)))?.key.disabled).toBe(true);
    await other.addAdminToken(sampleAdminToken(1));
    expect(await store.listAdminTokens()).toHaveLength(1);
    await other.saveEntity(sampleEntity('fast'));
    expect(await store.readEntities()).toStrictEqual(await other.readEntities());
  });
}

function describeSeveralStores(open: OpenHarness): void {
  it('records each exchange once when all stores race for all of them', async () => {
    const { store, reopen } = await open();
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const attempts = range(200).flatMap((index) =>
      stores.map((one, attempt) => one.settle(settlementOf(raced(index, attempt)))),
    );
    await Promise.all(attempts);
    const found = await store.listExchanges({ limit: 1_000 });
    expect(found.map((record) => record.startedAt).sort(ascending)).toStrictEqual(range(200));
  });

  it('gives a key to one store when all add it', async () => {
    const { store, reopen } = await open();
    const stores: readonly Store[] = [store, await reopen(), await reopen(), await reopen()];
    const refused = await countRefused(
      stores.map((one, index) =>
        one.addKey(sampleKey(index), sampleSecret(index, { hash: sampleHash(99) })),
      ),
    );
    expect(refused).toBe(stores.length - 1);
  });

  it('adds one first key and one first token when all stores add theirs', async () => {
    const { store, reopen } = await open();
    const stores: readonly Store[] = [store, await reopen(), await reopen(), await reopen()];
    const added = await Promise.all(stores.map((one, index) => one.addFirst(sampleFirst(index))));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
    expect(await store.listAdminTokens()).toHaveLength(1);
  });

  it('opens the same data several times at once', async () => {
    const { store, reopen } = await open();
    await addSampleKey(store, 1);
    const others = await Promise.all(range(5).map(() => reopen()));
    const found = await Promise.all(others.map((other) => other.findKey(sampleHash(1))));
    expect(found.map((each) => each?.key)).toStrictEqual(range(5).map(() => sampleKey(1)));
  });
}

function raced(index: number, attempt: number): ExchangeRecord {
  return sampleExchange(`x-${String(index)}`, { startedAt: index, attempts: attempt });
}

function ascending(left: number, right: number): number {
  return left - right;
}
