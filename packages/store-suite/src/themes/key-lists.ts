/** Tests of lists of keys; part of the store suite. */
import type { KeyConditions } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { addSampleKey, sampleAccount, sampleSecret, sampleTime } from '../samples/index.ts';

/** Numbers whose ids have the same order in every database. */
const serials = [11, 12, 13, 14, 15];

type Page = Parameters<Awaited<ReturnType<OpenHarness>>['store']['listKeys']>[0];

async function listIds(open: OpenHarness, pages: readonly Page[]) {
  const { store } = await open();
  await store.addAccount(sampleAccount(1));
  for (const serial of [...serials].reverse()) {
    const accountId = serial % 2 === 0 ? 'account-1' : 'default';
    await addSampleKey(store, serial, { accountId });
  }
  const lists = await Promise.all(pages.map((page) => store.listKeys(page)));
  return lists.map((list) => list.map(({ key }) => key.id));
}

export function describeKeyLists(open: OpenHarness): void {
  describe('lists of keys', () => {
    it.each([0, -1, 1.5, 1_001, Number.NaN])('refuse the limit %d', async (limit) => {
      const { store } = await open();
      await expect(store.listKeys({ limit })).rejects.toBeInstanceOf(RangeError);
    });

    it('come page by page, the newest first, each key once', async () => {
      const pages = [
        { limit: 2 },
        { limit: 2, afterId: 'key-14' },
        { limit: 2, afterId: 'key-12' },
        { limit: 2, afterId: 'key-11' },
        { limit: 1_000 },
      ];
      expect(await listIds(open, pages)).toStrictEqual([
        ['key-15', 'key-14'],
        ['key-13', 'key-12'],
        ['key-11'],
        [],
        ['key-15', 'key-14', 'key-13', 'key-12', 'key-11'],
      ]);
    });

    it('are not sorted by their ids, except for keys of the same millisecond', async () => {
      const { store } = await open();
      await addSampleKey(store, 11, { createdAt: sampleTime });
      await addSampleKey(store, 12, { createdAt: sampleTime - 1 });
      await addSampleKey(store, 13, { createdAt: sampleTime });
      await addSampleKey(store, 14, { createdAt: sampleTime - 1 });
      const list = await store.listKeys({ limit: 10 });
      expect(list.map(({ key }) => key.id)).toStrictEqual(['key-13', 'key-11', 'key-14', 'key-12']);
      const rest = await store.listKeys({ limit: 10, afterId: 'key-11' });
      expect(rest.map(({ key }) => key.id)).toStrictEqual(['key-14', 'key-12']);
    });

    it('go on after a key that was deleted, without those that were added', async () => {
      const { store } = await open();
      for (const serial of serials) await addSampleKey(store, serial);
      await store.deleteKey('key-14');
      await addSampleKey(store, 16);
      const rest = await store.listKeys({ limit: 2, afterId: 'key-14' });
      expect(rest.map(({ key }) => key.id)).toStrictEqual(['key-13', 'key-12']);
      expect(await store.listKeys({ limit: 2, afterId: 'key-99' })).toStrictEqual([]);
    });

    it.each<[KeyConditions, readonly string[]]>([
      [{ text: 'PHONE' }, ['key-11']],
      [{ text: '50%' }, ['key-12']],
      [{ text: '%' }, ['key-12']],
      [{ text: '_' }, []],
      [{ text: 'é' }, []],
      [{ text: 'É' }, ['key-13']],
      [{ text: 'Y-1' }, ['key-13', 'key-12', 'key-11']],
      [{ text: 'sk-OLD' }, ['key-11']],
      [{ text: 'sk-new' }, ['key-11']],
      [{ text: 'gone' }, []],
      [{ group: 'b' }, ['key-12', 'key-11']],
      [{ group: 'B' }, []],
      [{ group: ',' }, []],
      [{ group: 'a"b' }, ['key-13']],
      [{ group: '"' }, []],
      [{ group: 'b', text: '50' }, ['key-12']],
      [{ group: 'b', accountId: 'account-1' }, []],
    ])('are found by %j', async (conditions, ids) => {
      const { store } = await open();
      await addSampleKey(store, 11, { name: 'My Phone', groups: ['a', 'b'] });
      await addSampleKey(store, 12, { name: '50% off', groups: ['b', 'c'] });
      await addSampleKey(store, 13, { name: 'É', groups: ['a"b', '\\b'] });
      await addSampleKey(store, 14, { name: 'gone', groups: ['b'] });
      await store.deleteKey('key-14');
      const old = sampleSecret(21, { keyId: 'key-11', display: 'sk-old…0001' });
      await store.rotateKey(old, sampleTime);
      const fresh = sampleSecret(22, { keyId: 'key-11', display: 'sk-new…0002' });
      await store.rotateKey(fresh, sampleTime);
      const found = await store.listKeys({ ...conditions, limit: 10 });
      expect(found.map(({ key }) => key.id)).toStrictEqual(ids);
      const [first] = ids;
      const rest = await store.listKeys({
        ...conditions,
        limit: 1,
        ...(first !== undefined && { afterId: first }),
      });
      expect(rest.map(({ key }) => key.id)).toStrictEqual(ids.slice(1, 2));
    });

    it('are found by their expiry, unless they were made for no longer than that', async () => {
      const { store } = await open();
      const expiries = [undefined, -1, 0, 99, 100, 101];
      for (const [at, expiry] of expiries.entries()) {
        const expiresAt = expiry === undefined ? {} : { expiresAt: sampleTime + expiry };
        await addSampleKey(store, 11 + at, { createdAt: sampleTime - 1_000, ...expiresAt });
      }
      const times = { createdAt: sampleTime - 50, expiresAt: sampleTime + 50 };
      await addSampleKey(store, 21, times);
      await addSampleKey(store, 22, { ...times, createdAt: sampleTime - 51 });
      const expiring = { from: sampleTime, until: sampleTime + 100 };
      const found = await store.listKeys({ expiring, limit: 10 });
      const ids = found.map(({ key }) => key.id);
      expect(ids).toStrictEqual(['key-22', 'key-15', 'key-14', 'key-13']);
    });

    it.each([[[]], [['key-9']], [['\0', 'key-%']]])('give no names for %j', async (ids) => {
      const { store } = await open();
      await addSampleKey(store, 1);
      expect(await store.readKeyNames(ids)).toStrictEqual([]);
    });

    it('give the names of changed and of deleted keys, each once', async () => {
      const { store } = await open();
      for (const serial of [1, 2, 3]) await addSampleKey(store, serial);
      await store.changeKey('key-1', { name: 'Phone 🦜' });
      await store.changeKey('key-2', { name: 'Gone' });
      await store.deleteKey('key-2');
      const names = await store.readKeyNames(['key-2', 'key-1', 'key-2', 'nobody']);
      expect(names.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toStrictEqual([
        { id: 'key-1', name: 'Phone 🦜' },
        { id: 'key-2', name: 'Gone' },
      ]);
    });

    it('give a thousand names at once, and refuse to look for more', async () => {
      const { store } = await open();
      await addSampleKey(store, 999);
      const ids = Array.from({ length: 1_001 }, (_, serial) => `key-${String(serial)}`);
      expect(await store.readKeyNames(ids.slice(0, 1_000))).toHaveLength(1);
      await expect(store.readKeyNames(ids)).rejects.toBeInstanceOf(RangeError);
    });

    it('hold the keys of one account only, when told', async () => {
      const pages = [
        { limit: 10, accountId: 'account-1' },
        { limit: 2, accountId: 'default' },
        { limit: 2, accountId: 'default', afterId: 'key-13' },
        { limit: 2, accountId: 'account-1', afterId: 'key-13' },
        { limit: 10, accountId: 'account-2' },
      ];
      expect(await listIds(open, pages)).toStrictEqual([
        ['key-14', 'key-12'],
        ['key-15', 'key-13'],
        ['key-11'],
        ['key-12'],
        [],
      ]);
    });
  });
}
