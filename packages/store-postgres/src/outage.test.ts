import { StoreUnavailableError, type Store } from '@parley/core/store';
import { addSampleKey, createServerProxy, sampleHash, settleSample } from '@parley/store-suite';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A store behind a proxy that can fall silent. */
async function openBehindProxy() {
  const { url, drop } = await createSchema();
  endings.push(drop);
  const proxy = await createServerProxy(url);
  endings.push(() => proxy.close());
  const open = async (): Promise<Store> => {
    const store = await createPostgresStore({ url: proxy.url, poolSize: 2 });
    endings.push(() => store.close());
    return store;
  };
  return { url, proxy, open };
}

describe.skipIf(serverUrl === undefined)('a server that accepts and never answers', () => {
  it('does not let a gateway start, and says so', async () => {
    const { proxy, open } = await openBehindProxy();
    proxy.set('silent');
    const opened = open();
    await expect(opened).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(opened).rejects.toThrow(/^PostgreSQL could not serve: .*timeout/);
  });

  it('fails every call after a while, then all others at once, until it answers again', async () => {
    const { proxy, open } = await openBehindProxy();
    const store = await open();
    await addSampleKey(store, 1);
    proxy.set('silent');
    // More than there are connections.
    const calls = [1, 2, 3, 4].map(() => store.findKey(sampleHash(1)));
    const results = await Promise.allSettled([...calls, settleSample(store, 'x-1')]);
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    for (const result of results) {
      expect(result).toHaveProperty('reason', expect.any(StoreUnavailableError));
    }
    // A call that waited for its own time limit would outlive the turn of the event loop.
    const atOnce = Symbol('at once');
    const turn = new Promise((resolve) => setTimeout(resolve, 100, 'later'));
    const next = store.check().catch(() => atOnce);
    expect(await Promise.race([next, turn])).toBe(atOnce);
    proxy.set('open');
    await vi.waitFor(() => store.check(), { timeout: 30_000, interval: 100 });
    expect(await store.findKey(sampleHash(1))).toBeDefined();
    await settleSample(store, 'x-1');
  });

  it('can be left: the store closes and leaves no connection open', async () => {
    const { proxy, open } = await openBehindProxy();
    const store = await open();
    await store.check();
    proxy.set('silent');
    await store.close();
    const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
    proxy.set('open');
    // The store had two connections, of each of which the proxy still has both ends.
    expect(sockets.length).toBeLessThanOrEqual(4);
  });
});

it.skipIf(serverUrl === undefined)(
  'a process that is suspended within a transaction does not block the others',
  async () => {
    const { url, proxy, open } = await openBehindProxy();
    const suspended = await open();
    await addSampleKey(suspended, 1);
    await settleSample(suspended, 'x-1');
    const other = await createPostgresStore({ url, poolSize: 2 });
    endings.push(() => other.close());
    const session = new pg.Client({ connectionString: url });
    await session.connect();
    endings.push(() => session.end());
    // The answer of the server is under way while its rows are locked.
    proxy.delay(1_000);
    const settling = settleSample(suspended, 'x-2').catch(() => undefined);
    await vi.waitFor(
      async () => {
        const unlocked = 'select from account_states for update skip locked';
        expect((await session.query(unlocked)).rows).toEqual([]);
      },
      { timeout: 30_000, interval: 20 },
    );
    proxy.set('silent');
    await settleSample(other, 'x-3');
    await settling;
  },
  60_000,
);

it.skipIf(serverUrl === undefined)('a server that takes no writes fails the check', async () => {
  const { url, open } = await openBehindProxy();
  await (await open()).check();
  const readOnly = new URL(url);
  const options = `${readOnly.searchParams.get('options') ?? ''} -c default_transaction_read_only=on`;
  readOnly.searchParams.set('options', options);
  const store = await createPostgresStore({ url: readOnly.href, poolSize: 2 });
  endings.push(() => store.close());
  await expect(store.check()).rejects.toThrow(/read-only transaction/);
});

describe('a server that cannot be used', () => {
  it('is reported with the reason, once for each address of its host', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const opened = createPostgresStore({ url: `postgres://parley:hidden@${host}:1/parley` });
      const error: unknown = await opened.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreUnavailableError);
      expect(String(error)).toMatch(/: PostgreSQL could not serve: connect ECONNREFUSED \S+:1/);
      expect(String(error)).not.toContain('hidden');
    }
  });

  it('is reported when its URL cannot be read, without the password', async () => {
    const opened = createPostgresStore({ url: 'postgres://parley:hid#den@db.test/parley' });
    const error: unknown = await opened.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(String(error)).toMatch(
      /: PostgreSQL could not serve: Invalid URL; check the database URL, which has the form [^;]*$/,
    );
  });

  it.skipIf(serverUrl === undefined)('is reported in its own words', async () => {
    const url = new URL(serverUrl ?? '');
    url.pathname = '/there_is_no_such_database';
    await expect(createPostgresStore({ url: url.href })).rejects.toThrow(
      'PostgreSQL could not serve: database "there_is_no_such_database" does not exist',
    );
  });
});
