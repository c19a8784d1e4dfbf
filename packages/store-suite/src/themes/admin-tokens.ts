/** Tests of admin tokens; part of the store suite. */
import { StoreConflictError, StoreReferenceError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import {
  addSampleKey,
  sampleAdminToken,
  sampleFirst,
  sampleHash,
  sampleKey,
  sampleSecret,
} from '../samples/index.ts';

export function describeAdminTokens(open: OpenHarness): void {
  describe('admin tokens', () => {
    describeAdminTokenConflicts(open);
    describeKeptAdminTokens(open);
    describeFirstRecords(open);
  });
}

function describeAdminTokenConflicts(open: OpenHarness): void {
  it.each([
    ['hash', { hash: sampleHash(1) }],
    ['id', { id: 'token-1' }],
  ])('refuses a second token with the same %s', async (_field, same) => {
    const { store } = await open();
    await store.addAdminToken(sampleAdminToken(1));
    const second = store.addAdminToken(sampleAdminToken(2, same));
    await expect(second).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.listAdminTokens()).toHaveLength(1);
    expect(await store.findAdminToken(sampleHash(1))).toStrictEqual(sampleAdminToken(1));
  });
}

function describeFirstRecords(open: OpenHarness): void {
  it('adds the first key and the first token together, and once', async () => {
    const { store } = await open();
    expect(await store.addFirst(sampleFirst(1))).toBe(true);
    expect(await store.addFirst(sampleFirst(2))).toBe(false);
    expect((await store.findKey(sampleHash(1)))?.key).toStrictEqual(sampleKey(1));
    expect(await store.findKey(sampleHash(2))).toBeUndefined();
    expect(await store.listAdminTokens()).toStrictEqual([sampleAdminToken(1)]);
  });

  it('adds no first key where there is a token', async () => {
    const { store } = await open();
    await store.addAdminToken(sampleAdminToken(1));
    expect(await store.addFirst(sampleFirst(2))).toBe(false);
    expect(await store.listKeys({ limit: 10 })).toStrictEqual([]);
  });

  it('adds a first key and no second one in concurrent calls', async () => {
    const { store } = await open();
    const added = await Promise.all([1, 2, 3].map((serial) => store.addFirst(sampleFirst(serial))));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
    expect(await store.listAdminTokens()).toHaveLength(1);
  });

  it.each([
    ['account does not exist', { key: sampleKey(2, { accountId: 'nobody' }) }, StoreReferenceError],
    ['secret exists', { secret: sampleSecret(2, { hash: sampleHash(1) }) }, StoreConflictError],
  ])('adds no first token for a key whose %s', async (_fault, change, error) => {
    const { store } = await open();
    await addSampleKey(store, 1);
    const first = store.addFirst({ ...sampleFirst(2), ...change });
    await expect(first).rejects.toBeInstanceOf(error);
    expect(await store.listAdminTokens()).toStrictEqual([]);
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
  });
}

function describeKeptAdminTokens(open: OpenHarness): void {
  it('finds nothing for an unknown hash and lists none', async () => {
    const { store } = await open();
    expect(await store.findAdminToken(sampleHash(1))).toBeUndefined();
    expect(await store.listAdminTokens()).toStrictEqual([]);
  });

  it('finds a token as it was added and lists all, the oldest first', async () => {
    const { store } = await open();
    const viewer = sampleAdminToken(2, { role: 'viewer', name: 'é 🦜' });
    for (const token of [sampleAdminToken(3), viewer, sampleAdminToken(1)]) {
      await store.addAdminToken(token);
    }
    expect(await store.findAdminToken(sampleHash(2))).toStrictEqual(viewer);
    const listed = await store.listAdminTokens();
    expect(listed).toStrictEqual([sampleAdminToken(1), viewer, sampleAdminToken(3)]);
  });

  it('deletes a token once', async () => {
    const { store } = await open();
    for (const serial of [1, 2]) await store.addAdminToken(sampleAdminToken(serial));
    expect(await store.deleteAdminToken('token-1')).toBe(true);
    expect(await store.deleteAdminToken('token-1')).toBe(false);
    expect(await store.findAdminToken(sampleHash(1))).toBeUndefined();
    expect(await store.listAdminTokens()).toStrictEqual([sampleAdminToken(2)]);
  });

  it('keeps keys and admin tokens apart', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await store.addAdminToken(sampleAdminToken(2));
    expect(await store.findAdminToken(sampleHash(1))).toBeUndefined();
    expect(await store.findKey(sampleHash(2))).toBeUndefined();
  });
}
