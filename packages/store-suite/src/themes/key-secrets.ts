/** Tests of key rotation; part of the store suite. */
import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { addSampleKey, sampleHash, sampleKey, sampleSecret, sampleTime } from '../samples/index.ts';

const overlapEnd = sampleTime + 60_000;

/** Another secret of the first key. */
function nextSecret(serial: number) {
  return sampleSecret(serial, { keyId: 'key-1', display: `sk-other…000${String(serial)}` });
}

export function describeKeySecrets(open: OpenHarness): void {
  describe('secrets of a key that is rotated', () => {
    describeRefusedSecrets(open);
    describeOverlap(open);
  });
}

function describeRefusedSecrets(open: OpenHarness): void {
  it('says so when there is no key to rotate', async () => {
    const { store } = await open();
    await addSampleKey(store, 2);
    expect(await store.rotateKey(nextSecret(3), overlapEnd)).toBe(false);
    expect(await store.findKey(sampleHash(3))).toBeUndefined();
  });

  it('refuses a hash that another key has, and ends no secret', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await addSampleKey(store, 2);
    const rotation = store.rotateKey(nextSecret(2), overlapEnd);
    await expect(rotation).rejects.toBeInstanceOf(StoreConflictError);
    expect((await store.findKey(sampleHash(1)))?.secret).toStrictEqual(sampleSecret(1));
    expect((await store.findKey(sampleHash(2)))?.key.id).toBe('key-2');
  });
}

function describeOverlap(open: OpenHarness): void {
  it('leads from the old and the new secret to the same key, until the old one ends', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    expect(await store.rotateKey(nextSecret(3), overlapEnd)).toBe(true);
    const [old, next] = [await store.findKey(sampleHash(1)), await store.findKey(sampleHash(3))];
    expect(old?.key).toStrictEqual(sampleKey(1));
    expect(old?.secret).toStrictEqual(sampleSecret(1, { expiresAt: overlapEnd }));
    expect(next?.key).toStrictEqual(sampleKey(1));
    expect(next?.secret).toStrictEqual(nextSecret(3));
  });

  it('gives no secret a longer life than it has', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await store.rotateKey(nextSecret(3), overlapEnd);
    await store.rotateKey(nextSecret(4), overlapEnd + 60_000);
    expect((await store.findKey(sampleHash(1)))?.secret.expiresAt).toBe(overlapEnd);
    expect((await store.findKey(sampleHash(3)))?.secret.expiresAt).toBe(overlapEnd + 60_000);
  });

  it('leaves the secrets of other keys alone', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await addSampleKey(store, 2);
    await store.rotateKey(nextSecret(3), overlapEnd);
    expect((await store.findKey(sampleHash(2)))?.secret).toStrictEqual(sampleSecret(2));
  });

  it('shows the newest secret in lists, once', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await store.rotateKey(nextSecret(3), overlapEnd);
    const listed = await store.listKeys({ limit: 10 });
    expect(listed.map(({ display }) => display)).toStrictEqual([nextSecret(3).display]);
    expect((await store.readKey('key-1'))?.display).toBe(nextSecret(3).display);
  });

  it('shows the secret that stays when both were made at once', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    const twin = { ...nextSecret(3), createdAt: sampleSecret(1).createdAt };
    await store.rotateKey(twin, overlapEnd);
    expect((await store.readKey('key-1'))?.display).toBe(twin.display);
  });

  it('finds none of the secrets of a deleted key', async () => {
    const { store } = await open();
    await addSampleKey(store, 1);
    await store.rotateKey(nextSecret(3), overlapEnd);
    await store.deleteKey('key-1');
    expect(await store.findKey(sampleHash(1))).toBeUndefined();
    expect(await store.findKey(sampleHash(3))).toBeUndefined();
  });

  it('leave nothing to find when their key is rotated and deleted at once', async () => {
    const { store } = await open();
    for (let serial = 1; serial <= 10; serial += 1) {
      const [keyId, next] = [`key-${String(serial)}`, 100 + serial];
      await addSampleKey(store, serial);
      await Promise.all([
        store.rotateKey(sampleSecret(next, { keyId }), overlapEnd),
        store.deleteKey(keyId),
      ]);
      expect(await store.findKey(sampleHash(serial))).toBeUndefined();
      expect(await store.findKey(sampleHash(next))).toBeUndefined();
    }
  });
}
