/** Tests of changes that require what was read to be unchanged; part of the store suite. */
import { StoreChangedError, type ListedKey, type Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  sampleAccount,
  sampleEntity,
  sampleHash,
  sampleKey,
  sampleSecret,
} from '../samples/index.ts';

export function describeConditionalChanges(open: OpenHarness, supports: StoreSupport): void {
  describe('changes of what was read', () => {
    describeRaces(open, supports);
    describeExpectations(open);
  });
}

interface Race {
  readonly kind: string;
  /** Adds what is changed, reads it, and returns a change of it. */
  prepare(store: Store): Promise<(store: Store, serial: number) => Promise<unknown>>;
}

const entityRaces: readonly Race[] = [
  {
    kind: 'saves of an entity',
    prepare: async (store) => {
      await store.saveEntity(sampleEntity('fast'));
      return (one, serial) => one.saveEntity(changedEntity(serial), sampleEntity('fast'));
    },
  },
  {
    kind: 'first saves of an entity',
    prepare: async () => (one, serial) => one.saveEntity(changedEntity(serial), 'none'),
  },
];

const keyRaces: readonly Race[] = [
  {
    kind: 'changes of a key',
    prepare: async (store) => {
      const expected = await addKey(store);
      return (one, serial) => one.changeKey('key-1', { name: String(serial) }, { expected });
    },
  },
  {
    kind: 'rotations of a key',
    prepare: async (store) => {
      const expected = await addKey(store);
      return (one, serial) => one.rotateKey(nextSecret(serial), 0, expected);
    },
  },
];

const accountRaces: readonly Race[] = [
  {
    kind: 'changes of an account',
    prepare: async (store) => {
      await store.addAccount(sampleAccount(1));
      const expected = (await store.readAccount('account-1'))?.account;
      return (one, serial) => one.changeAccount('account-1', { name: String(serial) }, expected);
    },
  },
];

function changedEntity(serial: number) {
  return sampleEntity('fast', { body: JSON.stringify({ serial }), updatedAt: 9 });
}

function nextSecret(serial: number) {
  const display = `sk-${String(serial)}`;
  return sampleSecret(1, { hash: sampleHash(100 + serial), display, createdAt: 2 ** 42 });
}

/** Some of its fields are absent, and absent fields are equal. */
async function addKey(store: Store): Promise<ListedKey | undefined> {
  await addSampleKey(store, 1, { models: ['fast'] });
  return store.readKey('key-1');
}

function describeRaces(open: OpenHarness, supports: StoreSupport): void {
  it.each([...entityRaces, ...keyRaces, ...accountRaces])(
    'let one of many $kind at once succeed',
    async ({ prepare }) => {
      const { store, reopen } = await open();
      const stores = supports.sharing ? [store, await reopen()] : [store];
      const change = await prepare(store);
      const attempts = range(10).flatMap((serial) =>
        stores.map((one, index) => change(one, serial * 2 + index)),
      );
      const results = await Promise.allSettled(attempts);
      const refused = results.filter((result) => result.status === 'rejected');
      for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreChangedError);
      expect(refused).toHaveLength(attempts.length - 1);
    },
  );
}

function describeExpectations(open: OpenHarness): void {
  const isChanged = (change: Promise<unknown>) =>
    expect(change).rejects.toBeInstanceOf(StoreChangedError);

  it('change no entity that was changed since, or that is gone, and no version', async () => {
    const { store } = await open();
    const [old, newer] = [sampleEntity('fast'), changedEntity(1)];
    await store.saveEntity(newer);
    const version = await store.readEntityVersion();
    await isChanged(store.saveEntity(changedEntity(2), old));
    await isChanged(store.saveEntity(changedEntity(2), 'none'));
    await isChanged(store.saveEntity(sampleEntity('slow'), sampleEntity('slow')));
    await isChanged(store.deleteEntity('model', 'fast', { expected: old }));
    expect(await store.readEntities()).toStrictEqual({ version, entities: [newer] });
    await store.saveEntity(old, newer);
    expect(await store.deleteEntity('model', 'fast', { expected: old })).toBe(true);
    expect(await store.readEntities()).toStrictEqual({ version: version + 2, entities: [] });
    expect(await store.deleteEntity('model', 'fast', { expected: old })).toBe(false);
  });

  it('change no key that was changed since, and none with another secret', async () => {
    const { store } = await open();
    const old = await addKey(store);
    await store.changeKey('key-1', { name: 'Desk' }, { expected: old });
    const expected = await store.readKey('key-1');
    await store.rotateKey(nextSecret(1), 0, expected);
    for (const each of [old, expected]) {
      await isChanged(store.changeKey('key-1', { name: 'Lost' }, { expected: each }));
      await isChanged(store.rotateKey(nextSecret(2), 0, each));
      await isChanged(store.deleteKey('key-1', each));
    }
    const current = await store.readKey('key-1');
    expect(current?.key).toStrictEqual(sampleKey(1, { models: ['fast'], name: 'Desk' }));
    expect(current?.display).toBe('sk-1');
    expect(await store.deleteKey('key-1', current)).toBe(true);
    expect(await store.deleteKey('key-1', current)).toBe(false);
    expect(await store.changeKey('key-1', {}, { expected: current })).toBeUndefined();
    expect(await store.rotateKey(nextSecret(2), 0, current)).toBe(false);
  });

  it('change no account that was changed since', async () => {
    const { store } = await open();
    const old = sampleAccount(1);
    await store.addAccount(old);
    const changed = await store.changeAccount('account-1', { models: null }, old);
    await isChanged(store.changeAccount('account-1', { name: 'Lost' }, old));
    await isChanged(store.deleteAccount('account-1', old));
    expect((await store.readAccount('account-1'))?.account).toStrictEqual(changed);
    expect(await store.deleteAccount('account-1', changed)).toBe(true);
    expect(await store.deleteAccount('account-1', changed)).toBe(false);
    expect(await store.changeAccount('account-1', {}, changed)).toBeUndefined();
  });
}
