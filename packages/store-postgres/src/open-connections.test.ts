import { randomUUID } from 'node:crypto';
import { StoreUnavailableError, type Store } from '@parley/core/store';
import { createServerProxy, settleSample } from '@parley/store-suite';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createSchema, serverUrl } from './testing/temporary-store.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const poolSize = 4;

async function openStore(url: string): Promise<Store> {
  const store = await createPostgresStore({ url, poolSize });
  endings.push(() => store.close());
  // Statements that run at the same time open all connections.
  await Promise.all(Array.from({ length: 2 * poolSize }, () => listNothing(store)));
  return store;
}

/** A statement that shares nothing with others. */
function listNothing(store: Store): Promise<unknown> {
  return store.listLedger({ exchangeId: 'none', limit: 1 });
}

async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  endings.push(() => client.end());
  return client;
}

describe.skipIf(serverUrl === undefined)('open connections', () => {
  it('are all replaced when one of them gives no answer, as behind a firewall', async () => {
    const { url, drop } = await createSchema();
    endings.push(drop);
    const proxy = await createServerProxy(url);
    endings.push(() => proxy.close());
    const store = await openStore(proxy.url);
    proxy.forgetConnections();
    await expect(settleSample(store, 'x-1')).rejects.toBeInstanceOf(StoreUnavailableError);
    const failures: string[] = [];
    const settle = async (): Promise<void> => {
      await settleSample(store, 'x-1').catch((error: unknown) => {
        failures.push(String(error));
        throw error;
      });
    };
    await vi.waitFor(settle, { timeout: 30_000, interval: 100 });
    // No second connection was tried that gives no answer.
    expect(failures.filter((text) => text.includes('no answer'))).toEqual([]);
    await listNothing(store);
  });

  it('are all replaced when one of them leads to a standby', async () => {
    const { schema, url, drop } = await createSchema();
    endings.push(drop);
    const store = await openStore(url);
    const session = await openSession(url);
    // From now on, connections that are open write as on a standby, and others as on the primary.
    await session.query(`
      create function refuse_old() returns trigger language plpgsql as $$ begin
        if (select backend_start < '${new Date().toISOString()}' from pg_stat_activity
            where pid = pg_backend_pid()) then
          raise exception 'cannot execute INSERT in a read-only transaction' using errcode = '25006';
        end if;
        return new;
      end $$;
      create trigger refuse_old before insert on ${schema}.exchanges
        for each row execute function refuse_old()`);
    await expect(settleSample(store, 'x-1')).rejects.toBeInstanceOf(StoreUnavailableError);
    for (const id of ['x-1', 'x-2', 'x-3']) await settleSample(store, id);
  });

  it('are shared where the server refuses more', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const session = await openSession(serverUrl ?? '');
    await session.query(`create role ${name} login connection limit 2`);
    await session.query(`create schema ${name} authorization ${name}`);
    endings.push(async () => {
      await session.query(`drop owned by ${name}`);
      await session.query(`drop role ${name}`);
    });
    const url = new URL(serverUrl ?? '');
    url.username = name;
    url.searchParams.set('options', `-c search_path=${name}`);
    const store = await openStore(url.href);
    await Promise.all(Array.from({ length: 20 }, () => listNothing(store)));
  });
});
