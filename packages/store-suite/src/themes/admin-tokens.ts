/** Tests of admin tokens; part of the store suite. */
import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { addSampleKey, sampleAdminToken, sampleHash } from '../samples.ts';

export function describeAdminTokens(open: OpenHarness): void {
  describe('admin tokens', () => {
    describeAdminTokenConflicts(open);
    describeKeptAdminTokens(open);
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
