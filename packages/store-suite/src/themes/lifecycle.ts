import type { Store } from '@parley/core/store';
import { StoreUnavailableError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { sampleAdminToken, sampleExchange, sampleHash, sampleKey } from '../samples.ts';

export function describeLifecycle(open: OpenHarness, supports: StoreSupport): void {
  describe('lifecycle', () => {
    describeClosedStore(open);
    describeOpenStore(open);
  });
  describe.skipIf(!supports.persistence)('lifecycle of kept data', () => {
    describeKeptData(open);
  });
}

const everyCall: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  addKey: (store) => store.addKey(sampleKey(1)),
  findKey: (store) => store.findKey(sampleHash(1)),
  listKeys: (store) => store.listKeys(),
  setKeyDisabled: (store) => store.setKeyDisabled('key-1', true),
  addAdminToken: (store) => store.addAdminToken(sampleAdminToken(1)),
  findAdminToken: (store) => store.findAdminToken(sampleHash(1)),
  countAdminTokens: (store) => store.countAdminTokens(),
  recordExchange: (store) => store.recordExchange(sampleExchange('x-1')),
  findExchange: (store) => store.findExchange('x-1'),
  listExchanges: (store) => store.listExchanges({ limit: 1 }),
  check: (store) => store.check(),
};

function describeClosedStore(open: OpenHarness): void {
  it.each(Object.entries(everyCall))('rejects %s once it is closed', async (_name, call) => {
    const { store } = await open();
    await store.close();
    await expect(call(store)).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it.each(Object.entries(everyCall))('rejects %s while it is closing', async (_name, call) => {
    const { store } = await open();
    const closing = store.close();
    await expect(call(store)).rejects.toBeInstanceOf(StoreUnavailableError);
    await closing;
  });

  it('can be closed again', async () => {
    const { store } = await open();
    await Promise.all([store.close(), store.close()]);
    await store.close();
  });
}

function describeOpenStore(open: OpenHarness): void {
  it('is healthy when it is open, empty or not', async () => {
    const { store } = await open();
    await store.check();
    await store.recordExchange(sampleExchange('x-1'));
    await store.check();
  });

  it('settles every write that was under way when it was closed', async () => {
    const { store } = await open();
    const writes = [
      store.recordExchange(sampleExchange('x-1')),
      store.addKey(sampleKey(1)),
      store.recordExchange(sampleExchange('x-2')),
    ];
    await store.close();
    await Promise.all(writes);
  });
}

function describeKeptData(open: OpenHarness): void {
  it('still has everything when it is opened again', async () => {
    const { store, reopen } = await open();
    await store.addKey(sampleKey(1));
    await store.addAdminToken(sampleAdminToken(2));
    await store.recordExchange(sampleExchange('x-1'));
    await store.close();
    const again = await reopen();
    expect(await again.findKey(sampleHash(1))).toStrictEqual(sampleKey(1));
    expect(await again.findAdminToken(sampleHash(2))).toStrictEqual(sampleAdminToken(2));
    expect(await again.findExchange('x-1')).toStrictEqual(sampleExchange('x-1'));
  });

  it('has what was being written when it was closed', async () => {
    const { store, reopen } = await open();
    const ids = Array.from({ length: 300 }, (_, index) => `x-${String(index)}`);
    const writes = ids.map((id) => store.recordExchange(sampleExchange(id)));
    await store.close();
    await Promise.all(writes);
    const again = await reopen();
    const found = await Promise.all(ids.map((id) => again.findExchange(id)));
    expect(found.map((record) => record?.id)).toStrictEqual(ids);
  });
}
