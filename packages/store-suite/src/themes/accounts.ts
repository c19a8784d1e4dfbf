/** Tests of accounts; part of the store suite. */
import { StoreConflictError, StoreReferenceError, defaultAccountId } from '@parley/core/store';
import type { AccountChanges, AccountRecord, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { addSampleKey, sampleAccount } from '../samples/index.ts';

export function describeAccounts(open: OpenHarness): void {
  describe('accounts', () => {
    describeDefaultAccount(open);
    describeKeptAccounts(open);
    describeAccountChanges(open);
    describeAccountDeletion(open);
    describeAccountLists(open);
  });
}

async function readRecord(store: Store, id: string): Promise<AccountRecord | undefined> {
  return (await store.readAccount(id))?.account;
}

function describeDefaultAccount(open: OpenHarness): void {
  it('begin with the default account, which is not prepaid', async () => {
    const { store } = await open();
    const accounts = await store.listAccounts({ limit: 10 });
    expect(accounts).toMatchObject([
      {
        account: { id: defaultAccountId, prepaid: false, disabled: false },
        state: { accountId: defaultAccountId, granted: 0, spent: 0, reserved: 0 },
      },
    ]);
    expect(accounts[0]?.account).not.toHaveProperty('models');
  });

  it('never lose the default account', async () => {
    const { store } = await open();
    await expect(store.deleteAccount(defaultAccountId)).rejects.toBeInstanceOf(StoreReferenceError);
    expect(await store.readAccount(defaultAccountId)).toBeDefined();
  });
}

function describeKeptAccounts(open: OpenHarness): void {
  it('find nothing for an unknown id', async () => {
    const { store } = await open();
    expect(await store.readAccount('account-1')).toBeUndefined();
  });

  it('refuse a second one with the same id and keep the first', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    const second = store.addAccount(sampleAccount(1, { name: 'Another' }));
    await expect(second).rejects.toBeInstanceOf(StoreConflictError);
    expect(await readRecord(store, 'account-1')).toStrictEqual(sampleAccount(1));
  });

  it('are kept as they were added, without money', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    expect(await store.readAccount('account-1')).toStrictEqual({
      account: sampleAccount(1),
      state: { accountId: 'account-1', granted: 0, spent: 0, reserved: 0 },
    });
  });
}

function describeAccountChanges(open: OpenHarness): void {
  const cases: readonly (readonly [AccountChanges, Partial<AccountRecord>])[] = [
    [{}, {}],
    [{ name: 'Renamed' }, { name: 'Renamed' }],
    [{ prepaid: false }, { prepaid: false }],
    [{ disabled: true }, { disabled: true }],
    [{ models: ['slow'] }, { models: ['slow'] }],
  ];

  it.each(cases)('take the change %j and nothing else', async (changes, expected) => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    await store.addAccount(sampleAccount(2));
    const changed = { ...sampleAccount(1), ...expected };
    expect(await store.changeAccount('account-1', changes)).toStrictEqual(changed);
    expect(await readRecord(store, 'account-1')).toStrictEqual(changed);
    expect(await readRecord(store, 'account-2')).toStrictEqual(sampleAccount(2));
  });

  it('lose their model range when told', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    const { models, ...rest } = sampleAccount(1);
    expect(models).toBeDefined();
    expect(await store.changeAccount('account-1', { models: null })).toStrictEqual(rest);
    expect(await store.changeAccount('account-2', { models: null })).toBeUndefined();
  });
}

function describeAccountDeletion(open: OpenHarness): void {
  it('stay while keys belong to them', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    await addSampleKey(store, 1, { accountId: 'account-1' });
    const deletion = store.deleteAccount('account-1');
    await expect(deletion).rejects.toBeInstanceOf(StoreReferenceError);
    await store.deleteKey('key-1');
    expect(await store.deleteAccount('account-1')).toBe(true);
  });

  it('are found nowhere once they are deleted, and take no keys', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    expect(await store.deleteAccount('account-1')).toBe(true);
    expect(await store.deleteAccount('account-1')).toBe(false);
    expect(await store.readAccount('account-1')).toBeUndefined();
    expect(await store.changeAccount('account-1', { name: 'Back' })).toBeUndefined();
    expect(await store.listAccounts({ limit: 10 })).toHaveLength(1);
    const key = addSampleKey(store, 1, { accountId: 'account-1' });
    await expect(key).rejects.toBeInstanceOf(StoreReferenceError);
  });

  it('leave their id to nobody, who would inherit their money', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    await store.deleteAccount('account-1');
    const heir = store.addAccount(sampleAccount(1));
    await expect(heir).rejects.toBeInstanceOf(StoreConflictError);
  });

  it('never go while a key comes', async () => {
    const { store } = await open();
    for (let serial = 1; serial <= 20; serial += 1) {
      const { id } = sampleAccount(serial);
      await store.addAccount(sampleAccount(serial));
      const [key, deletion] = await Promise.allSettled([
        addSampleKey(store, serial, { accountId: id }),
        store.deleteAccount(id),
      ]);
      expect([key.status, deletion.status].sort()).toStrictEqual(['fulfilled', 'rejected']);
    }
  });
}

function describeAccountLists(open: OpenHarness): void {
  it.each([0, 1.5, 1_001])('refuse the limit %d', async (limit) => {
    const { store } = await open();
    await expect(store.listAccounts({ limit })).rejects.toBeInstanceOf(RangeError);
  });

  it('come page by page, in the order of their ids', async () => {
    const { store } = await open();
    for (const serial of [13, 11, 12]) await store.addAccount(sampleAccount(serial));
    const listIds = async (page: Parameters<Store['listAccounts']>[0]) =>
      (await store.listAccounts(page)).map(({ account }) => account.id);
    expect(await listIds({ limit: 2 })).toStrictEqual(['account-11', 'account-12']);
    expect(await listIds({ limit: 2, afterId: 'account-12' })).toStrictEqual([
      'account-13',
      defaultAccountId,
    ]);
    expect(await listIds({ limit: 2, afterId: defaultAccountId })).toStrictEqual([]);
  });
}
