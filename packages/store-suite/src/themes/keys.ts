import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleHash, sampleKey } from '../samples.ts';

export function describeKeys(open: OpenHarness): void {
  describe('keys', () => {
    describeUnknownKeys(open);
    describeKeyConflicts(open);
    describeKeptKeys(open);
    describeDisabling(open);
  });
}

function describeUnknownKeys(open: OpenHarness): void {
  it('finds nothing for an unknown hash', async () => {
    const { store } = await open();
    expect(await store.findKey(sampleHash(1))).toBeUndefined();
  });

  it.each(['', '%', '_'.repeat(64), 'A'.repeat(64), "' or '1'='1", 'a'.repeat(63), '\0'])(
    'takes the hash %j as it is: no pattern, no prefix, no other case',
    async (hash) => {
      const { store } = await open();
      await store.addKey(sampleKey(1, { hash: 'a'.repeat(64) }));
      expect(await store.findKey(hash)).toBeUndefined();
    },
  );
}

function describeKeyConflicts(open: OpenHarness): void {
  it('refuses a second key with the same hash and keeps the first', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    const second = sampleKey(2, { hash: sampleHash(1) });
    await expect(store.addKey(second)).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.listKeys()).toStrictEqual([sampleKey(1)]);
  });

  it('refuses a second key with the same id and keeps the first', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    const second = sampleKey(2, { id: 'key-1' });
    await expect(store.addKey(second)).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.findKey(sampleHash(2))).toBeUndefined();
    expect(await store.findKey(sampleHash(1))).toStrictEqual(sampleKey(1));
  });
}

function describeKeptKeys(open: OpenHarness): void {
  it('finds a key as it was added', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    await store.addKey(sampleKey(2));
    expect(await store.findKey(sampleHash(1))).toStrictEqual(sampleKey(1));
  });

  it('finds disabled and expired keys too, for the caller to judge', async () => {
    const { store } = await open();
    const key = sampleKey(1, { expiresAt: 1, disabled: true });
    await store.addKey(key);
    expect(await store.findKey(key.hash)).toStrictEqual(key);
  });

  it('keeps the largest exact time', async () => {
    const { store } = await open();
    const key = sampleKey(1, { expiresAt: Number.MAX_SAFE_INTEGER });
    await store.addKey(key);
    expect(await store.findKey(key.hash)).toStrictEqual(key);
  });

  it.each(['', "O'Brien; drop table keys", '50 % _ \\', 'line\nline\ttab', '日本 🦜', 'é e\u0301'])(
    'keeps the name %j',
    async (name) => {
      const { store } = await open();
      const key = sampleKey(1, { name });
      await store.addKey(key);
      expect(await store.findKey(key.hash)).toStrictEqual(key);
    },
  );

  it('lists keys, the newest first', async () => {
    const { store } = await open();
    expect(await store.listKeys()).toStrictEqual([]);
    for (const serial of [2, 3, 1]) await store.addKey(sampleKey(serial));
    expect(await store.listKeys()).toStrictEqual([sampleKey(3), sampleKey(2), sampleKey(1)]);
  });
}

function describeDisabling(open: OpenHarness): void {
  it('says so when there is no key to disable', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    expect(await store.setKeyDisabled('key-2', true)).toBe(false);
    expect(await store.findKey(sampleHash(1))).toStrictEqual(sampleKey(1));
  });

  it('disables one key and enables it again', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    await store.addKey(sampleKey(2));
    expect(await store.setKeyDisabled('key-1', true)).toBe(true);
    expect(await store.findKey(sampleHash(1))).toStrictEqual(sampleKey(1, { disabled: true }));
    expect(await store.findKey(sampleHash(2))).toStrictEqual(sampleKey(2));
    expect(await store.setKeyDisabled('key-1', false)).toBe(true);
    expect(await store.findKey(sampleHash(1))).toStrictEqual(sampleKey(1));
  });

  it('gives true for a key that is in that state already', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    expect(await store.setKeyDisabled('key-1', false)).toBe(true);
  });
}
