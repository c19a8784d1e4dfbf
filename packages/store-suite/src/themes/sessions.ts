/** Tests of sign-in sessions; part of the store suite. */
import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import { sampleHash, sampleSession, sampleTime } from '../samples/index.ts';

export function describeSessions(open: OpenHarness, supports: StoreSupport): void {
  describe('sessions', () => {
    describeKeptSessions(open);
    describeUsedSessions(open, supports);
  });
}

function describeKeptSessions(open: OpenHarness): void {
  it('refuses a second one with the same hash, and keeps the first', async () => {
    const { store } = await open();
    await store.addSession(sampleSession(1));
    const second = store.addSession(sampleSession(1, { purpose: 'link' }));
    await expect(second).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.findSession(sampleHash(1))).toStrictEqual(sampleSession(1));
  });

  it('finds nothing for an unknown hash', async () => {
    const { store } = await open();
    await store.addSession(sampleSession(1));
    expect(await store.findSession(sampleHash(2))).toBeUndefined();
  });

  it('returns each as it was added, of every purpose and subject', async () => {
    const { store } = await open();
    const link = sampleSession(1, { purpose: 'link' });
    const ofKey = sampleSession(2, { subject: { kind: 'key', reference: sampleHash(7) } });
    const ofUser = sampleSession(3, { subject: { kind: 'user', reference: 'user-1' } });
    for (const session of [link, ofKey, ofUser]) await store.addSession(session);
    for (const session of [link, ofKey, ofUser]) {
      expect(await store.findSession(session.hash)).toStrictEqual(session);
    }
  });
}

function describeUsedSessions(open: OpenHarness, supports: StoreSupport): void {
  it('deletes one once', async () => {
    const { store } = await open();
    for (const serial of [1, 2]) await store.addSession(sampleSession(serial));
    expect(await store.deleteSession(sampleHash(1))).toBe(true);
    expect(await store.deleteSession(sampleHash(1))).toBe(false);
    expect(await store.findSession(sampleHash(1))).toBeUndefined();
    expect(await store.findSession(sampleHash(2))).toBeDefined();
  });

  it('lets only one of several concurrent calls delete it', async () => {
    const { store, reopen } = await open();
    const stores = supports.sharing ? [store, await reopen(), await reopen()] : [store];
    await store.addSession(sampleSession(1));
    const attempts = Array.from({ length: 4 }, () => stores).flatMap((all) =>
      all.map((each) => each.deleteSession(sampleHash(1))),
    );
    const results = await Promise.all(attempts);
    expect(results.filter((deleted) => deleted)).toHaveLength(1);
  });

  it('deletes expired sessions only', async () => {
    const { store } = await open();
    for (const serial of [1, 2, 3]) {
      await store.addSession(sampleSession(serial, { expiresAt: sampleTime + serial }));
    }
    expect(await store.deleteExpiredSessions(sampleTime + 2)).toBe(2);
    expect(await store.deleteExpiredSessions(sampleTime + 2)).toBe(0);
    expect(await store.findSession(sampleHash(2))).toBeUndefined();
    expect(await store.findSession(sampleHash(3))).toBeDefined();
  });
}
