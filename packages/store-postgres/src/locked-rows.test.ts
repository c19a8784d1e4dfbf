/** Rows that another session of the database keeps locked, such as the open transaction of an operator. */
import { encodeSettlement, StoreLockedError, type KeyRecord, type Store } from '@parley/core/store';
import { fullHold } from '@parley/core/ledger';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '@parley/store-suite';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createPipelinedTransaction, StateRows } from './ledger-transaction.ts';
import { createPool } from './pool.ts';
import { createPostgresStore } from './postgres-store.ts';
import { createTentativeStatements } from './tentative-statements.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Trial {
  readonly url: string;
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
  return { url, store, session, locked, others };
}

const minuteMs = 60_000;

const sessions = [
  ['of an account', `select from account_states where account_id = 'account-1' for update`],
  ['of a key', `update key_states set running = running where key_id = 'key-1'`],
  ['of sums', `update usage_sums set requests = requests where account_id = 'account-1'`],
] as const;

/** Whether anything waits for the locks of a session while some work is done. Longer waits than a look are found. */
async function waitsFor({ session }: Trial, work: Promise<unknown>): Promise<boolean> {
  const watcher = new pg.Client({ connectionString: serverUrl });
  await watcher.connect();
  const state = { done: false, found: false };
  const watching = (async () => {
    while (!state.done) {
      const { rowCount } = await watcher.query(findBlocked, [processIdOf(session)]);
      state.found ||= (rowCount ?? 0) > 0;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  try {
    await work;
  } finally {
    state.done = true;
    await watching;
    await watcher.end();
  }
  return state.found;
}

const findBlocked = 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';

/** The types of the driver do not have it. */
function processIdOf(session: pg.Client): number {
  return (session as unknown as { readonly processID: number }).processID;
}

/** Whether a promise has settled. */
function watch(work: Promise<unknown>): { readonly isSettled: boolean } {
  const watched = { isSettled: false };
  const settle = (): void => {
    watched.isSettled = true;
  };
  work.then(settle, settle);
  return watched;
}

/** Reservations change no sums. */
const sessionsOfStates = sessions.filter(([of]) => of !== 'of sums');

describe.skipIf(serverUrl === undefined).each(sessionsOfStates)(
  'locked rows %s',
  (_which, lock) => {
    it(
      'delay reservations of this account only, and end in an error',
      async () => {
        const trial = await open(lock);
        const { store, session, locked, others } = trial;
        const reserve = (key: KeyRecord, serial: number) =>
          store.reserve(reservationRequestOf(`r-${key.id}-${serial}`, key, { nanoUsd: 10 }));
        const waiting = Promise.allSettled([0, 1, 2].map((serial) => reserve(locked, serial)));
        const watched = watch(waiting);
        await Promise.all(others.map((key) => reserve(key, 0)));
        expect(watched.isSettled).toBe(false);
        // While the account is known to be locked, nothing waits for it.
        for (const serial of [1, 2, 3]) {
          const late = reserve(locked, 10 + serial).catch(() => undefined);
          endings.push(() => late);
          const next = Promise.all(others.map((key) => reserve(key, serial)));
          expect(await waitsFor(trial, next)).toBe(false);
        }
        for (const outcome of await waiting) {
          expect(outcome).toMatchObject({ reason: expect.any(StoreLockedError) as Error });
        }
        await session.query('rollback');
        expect(await reserve(locked, 100)).toMatchObject({ kind: 'granted' });
      },
      minuteMs,
    );
  },
);

describe.skipIf(serverUrl === undefined).each(sessions)('locked rows %s', (which, lock) => {
  it(
    'delay settlements of this account only',
    async () => {
      const { store, session, locked, others } = await open(lock);
      const settle = (key: KeyRecord, serial: number) =>
        store.settle(settlementOfCost(`s-${key.id}-${serial}`, key, 5));
      const waiting = settle(locked, 0);
      await Promise.all(others.map((key) => settle(key, 0)));
      await session.query('rollback');
      await waiting;
      expect(await store.checkLedger()).toMatchObject({ faults: [], spent: 18 });
    },
    minuteMs,
  );

  it(
    'are reported for the settlements of a batch, without waiting for them again',
    async () => {
      const trial = await open(lock);
      const { store, session, locked, others } = trial;
      const batchOf = (serial: number) =>
        [locked, ...others].map((key) =>
          encodeSettlement(settlementOfCost(`b-${key.id}-${serial}`, key, 5)),
        );
      const isLocked = [{ index: 0, reason: expect.any(String) as string, isLocked: true }];
      expect(await store.settleBatch(batchOf(0))).toEqual(isLocked);
      if (which !== 'of sums')
        expect(await waitsFor(trial, store.settleBatch(batchOf(1)))).toBe(false);
      await session.query('rollback');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await store.settleBatch([...batchOf(0), ...batchOf(1)])).toEqual([]);
      expect(await store.checkLedger()).toMatchObject({ faults: [], spent: 33 });
    },
    minuteMs,
  );
});

describe.skipIf(serverUrl === undefined)('rows of one account that stay locked', () => {
  const [[, lock]] = sessions;

  it(
    'do not take the connections from other accounts',
    async () => {
      const trial = await open(lock, 2);
      const { store, locked, others } = trial;
      const [other] = others;
      if (other === undefined) throw new Error('There is no other key.');
      const extend = (key: KeyRecord) =>
        store.extendReservation({
          ...{ id: 'none', keyId: key.id, accountId: key.accountId, limits: {} },
          ...{ moreNanoUsd: 1, moreTokens: 0, overdraft: false },
        });
      const many = Promise.allSettled(Array.from({ length: 20 }, () => extend(locked)));
      const watched = watch(many);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await extend(other);
      expect(watched.isSettled).toBe(false);
      expect(await waitsFor(trial, extend(other))).toBe(false);
      await many;
    },
    minuteMs,
  );

  it(
    'do not keep the expired reservations of other accounts',
    async () => {
      const { store, session, locked, others } = await open('select 1');
      for (const key of [locked, ...others]) {
        const wanted = { nanoUsd: 10, lifeMs: 1 };
        await store.reserve(reservationRequestOf(`e-${key.id}`, key, wanted));
      }
      await session.query(lock);
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await store.releaseExpired()).toBe(2);
      await session.query('rollback');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await store.releaseExpired()).toBe(1);
    },
    minuteMs,
  );

  it(
    'leave the store available: no time limit of the server counts as an outage',
    async () => {
      const { store, locked } = await open(lock);
      const request = reservationRequestOf('r-1', locked, { nanoUsd: 10 });
      await expect(store.reserve(request)).rejects.toThrow(StoreLockedError);
      await store.check();
    },
    minuteMs,
  );
});

/** A pooler may give each transaction a session whose settings another client has made. */
describe.skipIf(serverUrl === undefined)('in a session without a limit for locks', () => {
  it.each(['hold', 'transaction'] as const)(
    'a %s does not wait for a lock until the server counts as gone',
    async (kind) => {
      const { url, locked } = await open(sessions[0][1]);
      const pool = createPool({ url, poolSize: 1 });
      endings.push(() => pool.short.end());
      const client = await pool.short.connect();
      await client.query('set lock_timeout = 0');
      client.release();
      const payer = { keyId: locked.id, accountId: locked.accountId };
      const rows = new StateRows();
      const request = reservationRequestOf('p-1', locked, { nanoUsd: 10 });
      const waiting =
        kind === 'hold'
          ? createTentativeStatements(pool.short, rows).hold([
              { request, full: fullHold(request, true), isLimited: true },
            ])
          : createPipelinedTransaction(pool.short, rows)({ payers: [payer] }, () => ({
              result: undefined,
            }));
      await expect(waiting).rejects.toThrow(StoreLockedError);
    },
  );
});
