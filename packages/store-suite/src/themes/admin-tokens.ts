import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleAdminToken, sampleHash, sampleKey } from '../samples.ts';

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
    expect(await store.countAdminTokens()).toBe(1);
    expect(await store.findAdminToken(sampleHash(1))).toStrictEqual(sampleAdminToken(1));
  });
}

function describeKeptAdminTokens(open: OpenHarness): void {
  it('finds nothing for an unknown hash and counts none', async () => {
    const { store } = await open();
    expect(await store.findAdminToken(sampleHash(1))).toBeUndefined();
    expect(await store.countAdminTokens()).toBe(0);
  });

  it('finds a token as it was added and counts all', async () => {
    const { store } = await open();
    for (const serial of [1, 2, 3]) await store.addAdminToken(sampleAdminToken(serial));
    expect(await store.findAdminToken(sampleHash(2))).toStrictEqual(sampleAdminToken(2));
    expect(await store.countAdminTokens()).toBe(3);
  });

  it('keeps keys and admin tokens apart', async () => {
    const { store } = await open();
    await store.addKey(sampleKey(1));
    await store.addAdminToken(sampleAdminToken(2));
    expect(await store.findAdminToken(sampleHash(1))).toBeUndefined();
    expect(await store.findKey(sampleHash(2))).toBeUndefined();
  });
}
