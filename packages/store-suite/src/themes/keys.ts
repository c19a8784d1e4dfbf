/** Tests of keys; part of the store suite. */
import { StoreConflictError, StoreReferenceError } from '@parley/core/store';
import type { FoundKey, KeyChanges, KeyRecord, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import {
  addSampleKey,
  sampleAccount,
  sampleHash,
  sampleKey,
  sampleSecret,
} from '../samples/index.ts';

export function describeKeys(open: OpenHarness): void {
  describe('keys', () => {
    describeUnknownKeys(open);
    describeKeyConflicts(open);
    describeKeptKeys(open);
    describeKeyChanges(open);
    describeDeletion(open);
  });
}

/** A key with every field. */
const fullKey: KeyRecord = sampleKey(1, {
  accountId: 'account-1',
  groups: ['chat', 'messages'],
  models: ['fast', 'vendor/*'],
  limits: {
    quota: { nanoUsd: 5, tokens: 6, reset: 'month' },
    windows: { '5h': 1, '7d': 2 },
    requestsPerMinute: 60,
    tokensPerMinute: 1_000,
    concurrency: 2,
  },
  allowedFrom: ['10.0.0.0/8', '::1'],
  deniedFrom: ['10.0.0.1'],
  expiresAt: 1,
  disabled: true,
});

async function findRecord(store: Store, serial: number): Promise<KeyRecord | undefined> {
  return (await store.findKey(sampleHash(serial)))?.key;
}

function describeUnknownKeys(open: OpenHarness): void {
  it('finds nothing for an unknown hash or id', async () => {
    const { store } = await open();
    expect(await store.findKey(sampleHash(1))).toBeUndefined();
    expect(await store.readKey('key-1')).toBeUndefined();
    expect(await store.listKeys({ limit: 10 })).toStrictEqual([]);
    expect(await store.readKey('\0')).toBeUndefined();
  });

  it.each(['', '%', '_'.repeat(64), 'A'.repeat(64), "' or '1'='1", 'a'.repeat(63), '\0'])(
    'takes the hash %j as it is: no pattern, no prefix, no other case',
    async (hash) => {
      const { store } = await open();
      await store.addKey(sampleKey(1), sampleSecret(1, { hash: 'a'.repeat(64) }));
      expect(await store.findKey(hash)).toBeUndefined();
    },
  );
}

function describeKeyConflicts(open: OpenHarness): void {
  it('refuses a key of an account that does not exist', async () => {
    const { store } = await open();
    const orphan = store.addKey(sampleKey(1, { accountId: 'account-1' }), sampleSecret(1));
    await expect(orphan).rejects.toBeInstanceOf(StoreReferenceError);
    expect(await store.findKey(sampleHash(1))).toBeUndefined();
  });

  it('refuses a second key with the same hash and keeps the first', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    const second = store.addKey(sampleKey(2), sampleSecret(2, { hash: sampleHash(1) }));
    await expect(second).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.readKey('key-2')).toBeUndefined();
    expect(await findRecord(store, 1)).toStrictEqual(sampleKey(1));
  });

  it('refuses a second key with the same id and keeps the first', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    const second = addSampleKey(store, 2, { id: 'key-1' });
    await expect(second).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.findKey(sampleHash(2))).toBeUndefined();
    expect(await findRecord(store, 1)).toStrictEqual(sampleKey(1));
  });
}

function describeKeptKeys(open: OpenHarness): void {
  it('finds a key with its secret and its account, as they were added', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    const secret = sampleSecret(1, { expiresAt: 5 });
    await store.addKey(fullKey, secret);
    await addSampleKey(store, 2);
    const found: FoundKey = { key: fullKey, secret, account: sampleAccount(1) };
    expect(await store.findKey(sampleHash(1))).toStrictEqual(found);
    expect(await store.findKey(sampleHash(2))).toMatchObject({
      key: sampleKey(2),
      account: { id: 'default', prepaid: false, disabled: false },
    });
  });

  it('keeps the largest exact numbers', async () => {
    const { store } = await open();
    const most = Number.MAX_SAFE_INTEGER;
    const limits = { quota: { nanoUsd: most, tokens: most, reset: 'none' as const } };
    const key = await addSampleKey(store, 1, { expiresAt: most, limits });
    expect(await findRecord(store, 1)).toStrictEqual(key);
  });

  it.each(['', "O'Brien; drop table keys", '50 % _ \\', 'line\nline\ttab', '日本 🦜', 'é e\u0301'])(
    'keeps the name %j',
    async (name) => {
      const { store } = await open();
      const key = await addSampleKey(store, 1, { name });
      expect(await findRecord(store, 1)).toStrictEqual(key);
    },
  );

  it('shows a key that was never used, with what its secret is recognised by', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    expect(await store.readKey('key-1')).toMatchObject({
      key: sampleKey(1),
      display: 'sk-abcde…wxyz',
      state: {
        keyId: 'key-1',
        spent: 0,
        tokens: 0,
        requests: 0,
        reservedNanoUsd: 0,
        reservedTokens: 0,
        running: 0,
        windows: {},
      },
    });
  });
}

function describeKeyChanges(open: OpenHarness): void {
  it('changes nothing where there is no key', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    expect(await store.changeKey('key-2', { disabled: true })).toBeUndefined();
    expect(await findRecord(store, 1)).toStrictEqual(sampleKey(1));
  });

  const cases: readonly (readonly [KeyChanges, Partial<KeyRecord>])[] = [
    [{}, {}],
    [{ disabled: false }, { disabled: false }],
    [{ name: 'Desk' }, { name: 'Desk' }],
    [{ groups: ['other', 'chat'] }, { groups: ['other', 'chat'] }],
    [{ models: ['slow'] }, { models: ['slow'] }],
    [{ limits: {} }, { limits: {} }],
    [{ limits: { concurrency: 1 } }, { limits: { concurrency: 1 } }],
    [{ allowedFrom: [] }, { allowedFrom: [] }],
    [{ deniedFrom: ['::/0'] }, { deniedFrom: ['::/0'] }],
    [{ expiresAt: 9 }, { expiresAt: 9 }],
  ];

  it.each(cases)('changes %j and nothing else', async (changes, expected) => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    await store.addKey(fullKey, sampleSecret(1));
    await addSampleKey(store, 2);
    const changed = { ...fullKey, ...expected };
    expect(await store.changeKey('key-1', changes)).toStrictEqual(changed);
    expect(await findRecord(store, 1)).toStrictEqual(changed);
    expect(await findRecord(store, 2)).toStrictEqual(sampleKey(2));
  });

  it('takes optional fields away', async () => {
    const { store } = await open();
    await store.addAccount(sampleAccount(1));
    await store.addKey(fullKey, sampleSecret(1));
    const nothing = { models: null, allowedFrom: null, deniedFrom: null, expiresAt: null };
    const { models, allowedFrom, deniedFrom, expiresAt, ...rest } = fullKey;
    expect([models, allowedFrom, deniedFrom, expiresAt]).not.toContain(undefined);
    expect(await store.changeKey('key-1', nothing)).toStrictEqual(rest);
    expect(await findRecord(store, 1)).toStrictEqual(rest);
  });

  it('keeps every one of two changes of different fields that come together', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await Promise.all([
      store.changeKey('key-1', { name: 'Desk' }),
      store.changeKey('key-1', { disabled: true }),
    ]);
    expect(await findRecord(store, 1)).toStrictEqual(
      sampleKey(1, { name: 'Desk', disabled: true }),
    );
  });
}

function describeDeletion(open: OpenHarness): void {
  it('says so when there is no key to delete', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    expect(await store.deleteKey('key-2')).toBe(false);
    expect(await findRecord(store, 1)).toStrictEqual(sampleKey(1));
  });

  it('finds a deleted key nowhere', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await addSampleKey(store, 2);
    expect(await store.deleteKey('key-1')).toBe(true);
    expect(await store.findKey(sampleHash(1))).toBeUndefined();
    expect(await store.readKey('key-1')).toBeUndefined();
    const listed = await store.listKeys({ limit: 10 });
    expect(listed.map(({ key }) => key.id)).toStrictEqual(['key-2']);
    expect(await store.changeKey('key-1', { disabled: true })).toBeUndefined();
    expect(await store.rotateKey(sampleSecret(3, { keyId: 'key-1' }), 0)).toBe(false);
    expect(await store.deleteKey('key-1')).toBe(false);
  });

  it('lets no other key take the id of a deleted one, and inherit what it did', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await store.deleteKey('key-1');
    const heir = addSampleKey(store, 2, { id: 'key-1' });
    await expect(heir).rejects.toBeInstanceOf(StoreConflictError);
  });
}
