import { StoreConflictError, StoreUnavailableError, type Store } from '@parley/core/store';
import { createPostgresStore } from '@parley/store-postgres';
import { copyStore } from '@parley/store-sql';
import { createSqliteStore, openSqliteDatabase } from '@parley/store-sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  arrangeSides,
  findPlace,
  minute,
  openSides,
  readTables,
  serverUrl,
} from '../../testing/copy-sides.ts';
import {
  account,
  fillStore,
  key,
  recordOf,
  reserveRequest,
  secretOf,
  settlementOf,
} from '../../testing/filled-store.ts';

describe.skipIf(serverUrl === '')('a store that is copied to PostgreSQL', () => {
  it('is complete: every row of every table is unchanged', async () => {
    const sides = await arrangeSides();
    const session = { hash: 'h', purpose: 'session', subject_kind: 'user' } as const;
    const times = { created_at: 5, expires_at: 4_000_000_000_000 };
    await sides.from.database
      .insertInto('sessions')
      .values({ ...session, subject_reference: 'user-1', ...times })
      .execute();
    const before = await readTables(sides.from);
    for (const [table, rows] of before) expect([table, rows.length]).not.toEqual([table, 0]);
    const copied = await copyStore(sides.from, sides.to);
    const after = await readTables(sides.to);
    expect([...after.keys()]).toEqual([...before.keys()]);
    // Sessions are not copied, so users sign in again.
    expect(after.get('sessions')).toEqual([]);
    const kept = [...before].filter(([table]) => table !== 'sessions');
    expect(copied.map(({ table }) => table).sort()).toEqual(kept.map(([table]) => table));
    for (const [table, rows] of kept) {
      expect(after.get(table)).toEqual(rows);
      expect(copied).toContainEqual({ table, rows: rows.length });
    }
    expect(await readTables(sides.from)).toEqual(before);
  });

  it('continues to work', async () => {
    const sides = await arrangeSides();
    await copyStore(sides.from, sides.to);
    const source = await createSqliteStore({ path: sides.path });
    const store = await createPostgresStore(sides);
    onTestFinished(async () => {
      await Promise.all([source.close(), store.close()]);
    });
    const { expiredReservations, ...report } = await store.checkLedger();
    expect(report).toMatchObject({ faults: [], openReservations: 1, quarantinedCharges: 1 });
    expect(expiredReservations).toBe(1);
    expect(await store.findKey(secretOf('old').hash)).toEqual(
      await source.findKey(secretOf('old').hash),
    );
    const entities = await store.readEntityVersion();
    expect(entities).toBe(await source.readEntityVersion());
    await store.saveEntity({ kind: 'model', name: 'new', body: '{}', updatedAt: 1 });
    expect(await store.readEntityVersion()).toBe(entities + 1);
    await store.addKey({ ...key, id: 'key-new' }, { ...secretOf('new'), keyId: 'key-new' });
    await store.settle(settlementOf(recordOf('x-1', { chargedNanoUsd: 999 })));
    await store.settle(settlementOf(recordOf('x-new')));
    expect(await store.reserve(reserveRequest('x-next'))).toMatchObject({ kind: 'granted' });
    expect(await store.releaseExpired()).toBe(1);
    await store.credit({ id: 'c-2', kind: 'top-up', accountId: account.id, nanoUsd: 5 });
    const next = await store.checkLedger();
    expect(next).toMatchObject({ faults: [], openReservations: 1, granted: report.granted + 5 });
    expect(next.spent).toBe(report.spent + recordOf('x-new').chargedNanoUsd);
    expect(next.entries).toBe(report.entries + 2);
  });

  it('is read in parts, with few in memory', async () => {
    const place = await findPlace();
    const store = await createSqliteStore({ path: place.path });
    const ids = Array.from({ length: 1_501 }, (_, serial) => `x-${String(serial)}`);
    await Promise.all(ids.map((id) => store.settle(settlementOf(recordOf(id)))));
    for (const id of ids.slice(0, 33)) {
      const times = { createdAt: 1, expiresAt: 2 };
      await store.saveResponse({ id, keyId: key.id, ...times, input: '', body: id, itemIds: [id] });
    }
    await store.close();
    const sides = await openSides(place);
    const most = { rows: 0, answers: 0 };
    const database = sides.from.database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        most.rows = Math.max(most.rows, result.rows.length);
        if (result.rows.some((row) => 'item_ids' in row)) {
          most.answers = Math.max(most.answers, result.rows.length);
        }
        return result;
      },
    });
    const copied = await copyStore({ ...sides.from, database }, sides.to);
    expect(copied).toContainEqual({ table: 'exchanges', rows: 1_501 });
    expect(copied).toContainEqual({ table: 'responses', rows: 33 });
    expect(most).toEqual({ rows: 500, answers: 8 });
    expect(await readTables(sides.to)).toEqual(await readTables(sides.from));
  });
});

describe.skipIf(serverUrl === '')('a database to copy into', () => {
  it.each([
    ['keys', (store: Store) => store.addKey({ ...key, accountId: 'default' }, secretOf('x'))],
    ['accounts', (store: Store) => store.addAccount(account)],
    ['exchanges', (store: Store) => store.settle(settlementOf(recordOf('x')))],
    [
      'audit',
      (store: Store) =>
        store.addAuditEntry({
          id: 'a',
          at: 1,
          actor: 'cli',
          action: 'x',
          subjectKind: 'key',
          subjectId: 'k',
          detail: '{}',
        }),
    ],
    [
      'entity_version',
      async (store: Store) => {
        await store.saveEntity({ kind: 'model', name: 'm', body: '{}', updatedAt: 1 });
        await store.deleteEntity('model', 'm');
      },
    ],
  ])('that is not empty stays as it is (%s)', async (table, fill) => {
    const sides = await arrangeSides();
    const store = await createPostgresStore(sides);
    await fill(store);
    await store.close();
    const before = await readTables(sides.to);
    const copying = copyStore(sides.from, sides.to);
    await expect(copying).rejects.toBeInstanceOf(StoreConflictError);
    await expect(copying).rejects.toThrow(table);
    expect(await readTables(sides.to)).toEqual(before);
  });

  it.each(['accounts', 'exchanges', 'reservations'])(
    'has nothing in it when the copy is broken off at %s',
    async (last) => {
      const sides = await arrangeSides();
      const before = await readTables(sides.to);
      const copying = copyStore(sides.from, sides.to, ({ table }) => {
        if (table === last) throw new Error('broken off');
      });
      await expect(copying).rejects.toThrow('broken off');
      expect(await readTables(sides.to)).toEqual(before);
      await copyStore(sides.from, sides.to);
      expect(await readTables(sides.to)).toEqual(await readTables(sides.from));
    },
  );

  it('is filled once when two copies are made at the same time', async () => {
    const sides = await arrangeSides();
    const path = `${sides.path}.other`;
    const store = await createSqliteStore({ path, now: () => Date.now() - minute });
    await fillStore(store);
    await store.close();
    const other = await openSides({ ...sides, path });
    const results = await Promise.allSettled([
      copyStore(sides.from, sides.to),
      copyStore(other.from, other.to),
    ]);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(refused).toEqual([expect.any(StoreConflictError)]);
    expect((await readTables(sides.to)).get('keys')).toHaveLength(3);
  });
});

describe.skipIf(serverUrl === '')('a store that is in use', () => {
  it('is not copied while calls run on it', async () => {
    const place = await findPlace();
    const store = await createSqliteStore({ path: place.path });
    await fillStore(store);
    await store.close();
    const { from, to } = await openSides(place);
    await expect(copyStore(from, to)).rejects.toBeInstanceOf(StoreConflictError);
    const later = await openSides(place, () => Date.now() + minute);
    await copyStore(later.from, to);
    expect((await readTables(to)).get('reservations')).toHaveLength(1);
  });

  it('is not copied while another process writes to it', async () => {
    const { from, to, path } = await arrangeSides();
    const other = await openSqliteDatabase({ path });
    await other.database.transaction().execute(async () => {
      await expect(copyStore(from, to)).rejects.toBeInstanceOf(StoreUnavailableError);
    });
    await other.close();
    expect((await readTables(to)).get('keys')).toEqual([]);
  });

  it('accepts no writes until the copy is complete, so that none is lost', async () => {
    const { from, to, path } = await arrangeSides();
    const store = await createSqliteStore({ path, busyTimeoutMs: 0 });
    onTestFinished(() => store.close());
    const writes: Promise<unknown>[] = [];
    await copyStore(from, to, ({ table }) => {
      if (table !== 'keys') return;
      const write = store.addKey(
        { ...key, id: 'key-late' },
        { ...secretOf('late'), keyId: 'key-late' },
      );
      writes.push(expect(write).rejects.toBeInstanceOf(StoreUnavailableError));
    });
    await Promise.all(writes);
    expect(writes).toHaveLength(1);
    expect(await readTables(to)).toEqual(await readTables(from));
  });
});
