/** Rows that another session of the database keeps locked, such as the open transaction of an operator. */
import { encodeSettlement, StoreLockedError, type KeyRecord, type Store } from '@parley/core/store';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '@parley/store-suite';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Trial {
  readonly store: Store;
  readonly session: pg.Client;
  /** The key of the account whose rows are locked, and those of others. */
  readonly locked: KeyRecord;
  readonly others: readonly KeyRecord[];
}

/** A store whose accounts have been used, and a session that has locked rows. */
async function open(lock: string, poolSize = 4): Promise<Trial> {
  const { url, drop } = await createSchema();
  endings.push(drop);
  const store = await createPostgresStore({ url, poolSize });
  endings.push(() => store.close());
  const keys: KeyRecord[] = [];
  for (const serial of [1, 2, 3]) {
    const account = sampleAccount(serial);
    await store.addAccount(account);
    await store.credit({ id: account.id, kind: 'top-up', accountId: account.id, nanoUsd: 1e9 });
    const key = await addSampleKey(store, serial, { accountId: account.id });
    await store.settle(settlementOfCost(`x-${account.id}`, key, 1));
    keys.push(key);
  }
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  endings.push(() => session.end());
  await session.query('begin');
  await session.query(lock);
  const [locked, ...others] = keys;
  if (locked === undefined) throw new Error('There is no key.');
  return { store, session, locked, others };
}

const sessions = [
  ['of an account', `select from account_states where account_id = 'account-1' for update`],
  ['of a key', `update key_states set running = running where key_id = 'key-1'`],
  ['of sums', `update usage_sums set requests = requests where account_id = 'account-1'`],
] as const;

async function time(work: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
}

/** Reservations change no sums. */
const sessionsOfStates = sessions.filter(([of]) => of !== 'of sums');

describe.skipIf(serverUrl === undefined).each(sessionsOfStates)(
  'locked rows %s',
  (_which, lock) => {
    it('delay reservations of this account only, and end in an error', async () => {
      const { store, session, locked, others } = await open(lock);
      const reserve = (key: KeyRecord, serial: number) =>
        store.reserve(reservationRequestOf(`r-${key.id}-${serial}`, key, { nanoUsd: 10 }));
      const begun = performance.now();
      const waiting = Promise.allSettled([0, 1, 2].map((serial) => reserve(locked, serial)));
      const first = await time(Promise.all(others.map((key) => reserve(key, 0))));
      expect(first).toBeLessThan(2_500);
      // While the account is known to be locked, nothing waits for it.
      for (const serial of [1, 2, 3]) {
        const late = reserve(locked, 10 + serial).catch(() => undefined);
        endings.push(() => late);
        const next = await time(Promise.all(others.map((key) => reserve(key, serial))));
        expect(next).toBeLessThan(900);
      }
      for (const outcome of await waiting) {
        expect(outcome).toMatchObject({ reason: expect.any(StoreLockedError) as Error });
      }
      expect(performance.now() - begun).toBeGreaterThan(3_500);
      expect(performance.now() - begun).toBeLessThan(8_000);
      await session.query('rollback');
      expect(await reserve(locked, 100)).toMatchObject({ kind: 'granted' });
    }, 20_000);
  },
);

describe.skipIf(serverUrl === undefined).each(sessions)('locked rows %s', (which, lock) => {
  it('delay settlements of this account only', async () => {
    const { store, session, locked, others } = await open(lock);
    const settle = (key: KeyRecord, serial: number) =>
      store.settle(settlementOfCost(`s-${key.id}-${serial}`, key, 5));
    const waiting = settle(locked, 0);
    const first = await time(Promise.all(others.map((key) => settle(key, 0))));
    expect(first).toBeLessThan(4_000);
    await session.query('rollback');
    await waiting;
    expect(await store.checkLedger()).toMatchObject({ faults: [], spent: 18 });
  }, 20_000);

  it('are reported for the settlements of a batch, without waiting for them again', async () => {
    const { store, session, locked, others } = await open(lock);
    const batchOf = (serial: number) =>
      [locked, ...others].map((key) =>
        encodeSettlement(settlementOfCost(`b-${key.id}-${serial}`, key, 5)),
      );
    const isLocked = [{ index: 0, reason: expect.any(String) as string, isLocked: true }];
    expect(await store.settleBatch(batchOf(0))).toEqual(isLocked);
    if (which !== 'of sums') expect(await time(store.settleBatch(batchOf(1)))).toBeLessThan(900);
    await session.query('rollback');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.settleBatch([...batchOf(0), ...batchOf(1)])).toEqual([]);
    expect(await store.checkLedger()).toMatchObject({ faults: [], spent: 33 });
  }, 20_000);
});

describe.skipIf(serverUrl === undefined)('rows of one account that stay locked', () => {
  const [[, lock]] = sessions;

  it('do not take the connections from other accounts', async () => {
    const { store, locked, others } = await open(lock, 2);
    const [other] = others;
    if (other === undefined) throw new Error('There is no other key.');
    const extend = (key: KeyRecord) =>
      store.extendReservation({
        ...{ id: 'none', keyId: key.id, accountId: key.accountId, limits: {} },
        ...{ moreNanoUsd: 1, moreTokens: 0, overdraft: false },
      });
    const many = Promise.allSettled(Array.from({ length: 20 }, () => extend(locked)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await time(extend(other))).toBeLessThan(2_500);
    expect(await time(extend(other))).toBeLessThan(900);
    await many;
  }, 20_000);

  it('do not keep the expired reservations of other accounts', async () => {
    const { store, session, locked, others } = await open('select 1');
    for (const key of [locked, ...others]) {
      const wanted = { nanoUsd: 10, lifeMs: 1 };
      await store.reserve(reservationRequestOf(`e-${key.id}`, key, wanted));
    }
    await session.query(lock);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await store.freeExpired()).toBe(2);
    await session.query('rollback');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.freeExpired()).toBe(1);
  }, 20_000);

  it('leave the store available: no time limit of the server counts as an outage', async () => {
    const { store, locked } = await open(lock);
    const request = reservationRequestOf('r-1', locked, { nanoUsd: 10 });
    await expect(store.reserve(request)).rejects.toThrow(StoreLockedError);
    await store.check();
  }, 20_000);
});
