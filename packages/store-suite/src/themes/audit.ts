/** Tests of the audit log; part of the store suite. */
import type { AuditFilter, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleAuditEntry } from '../samples/index.ts';

async function listIds(store: Store, filter: AuditFilter): Promise<readonly string[]> {
  return (await store.listAudit(filter)).map((entry) => entry.id);
}

export function describeAudit(open: OpenHarness): void {
  describe('the audit log', () => {
    it.each([0, -1, 1.5, 1_001, Number.NaN])('refuses the limit %d', async (limit) => {
      const { store } = await open();
      await expect(store.listAudit({ limit })).rejects.toBeInstanceOf(RangeError);
    });

    it('keeps an entry as it was added, and only once', async () => {
      const { store } = await open();
      const entry = sampleAuditEntry(1, { detail: '{"name":"é 🦜 \\u0000"}' });
      expect(await store.addAuditEntry(entry)).toBe(true);
      expect(await store.addAuditEntry({ ...entry, actor: 'cli' })).toBe(false);
      expect(await store.listAudit({ limit: 10 })).toStrictEqual([entry]);
    });

    it('tells one of several callers at once that it added the entry', async () => {
      const { store } = await open();
      const calls = Array.from({ length: 8 }, () => store.addAuditEntry(sampleAuditEntry(1)));
      expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
    });

    it('comes newest first and page by page, entries of one moment too', async () => {
      const { store } = await open();
      for (const serial of [2, 3, 1]) {
        await store.addAuditEntry(sampleAuditEntry(serial, { at: serial === 3 ? 9 : 5 }));
      }
      const ids = await listIds(store, { limit: 10 });
      expect(ids).toStrictEqual(['audit-3', 'audit-2', 'audit-1']);
      expect(await listIds(store, { limit: 2 })).toStrictEqual(ids.slice(0, 2));
      const after = { at: 5, id: 'audit-2' };
      expect(await listIds(store, { limit: 2, after })).toStrictEqual(['audit-1']);
    });

    it('is searched from one moment on and before another', async () => {
      const { store } = await open();
      for (const serial of [1, 2, 3]) {
        await store.addAuditEntry(sampleAuditEntry(serial, { at: serial }));
      }
      const limit = 10;
      expect(await listIds(store, { limit, from: 2 })).toStrictEqual(['audit-3', 'audit-2']);
      expect(await listIds(store, { limit, until: 2 })).toStrictEqual(['audit-1']);
      expect(await listIds(store, { limit, from: 2, until: 3 })).toStrictEqual(['audit-2']);
    });

    it('tells apart what was done, to what and by whom', async () => {
      const { store } = await open();
      await store.addAuditEntry(sampleAuditEntry(1));
      await store.addAuditEntry(sampleAuditEntry(2, { subjectId: 'key-2' }));
      await store.addAuditEntry(sampleAuditEntry(3, { subjectKind: 'account' }));
      await store.addAuditEntry(sampleAuditEntry(4, { actor: 'cli' }));
      await store.addAuditEntry(sampleAuditEntry(5, { action: 'key.rotate', subjectId: 'key-5' }));
      const limit = 10;
      expect(await listIds(store, { limit, action: 'key.rotate' })).toStrictEqual(['audit-5']);
      expect(await listIds(store, { limit, action: 'key.%' })).toStrictEqual([]);
      expect(await listIds(store, { limit, subjectId: 'key-2' })).toStrictEqual(['audit-2']);
      expect(await listIds(store, { limit, subjectKind: 'account' })).toStrictEqual(['audit-3']);
      expect(await listIds(store, { limit, actor: 'cli' })).toStrictEqual(['audit-4']);
      const subject = { subjectKind: 'key', subjectId: 'key-1' };
      expect(await listIds(store, { limit, ...subject })).toStrictEqual(['audit-4', 'audit-1']);
      expect(await listIds(store, { limit, ...subject, actor: 'token:%' })).toStrictEqual([]);
    });
  });
}
