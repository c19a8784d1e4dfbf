/** PostgreSQL stores in temporary schemas, for tests. */
import { randomUUID } from 'node:crypto';
import type { Store } from '@parley/core/store';
import type { ProcessSupport, StoreHarness } from '@parley/store-suite';
import pg from 'pg';
import { createPostgresStore } from '../postgres-store.ts';

/** The server for tests; absent when there is none. */
export const serverUrl = process.env['PARLEY_TEST_POSTGRES_URL'];

/** How the tests start another process that opens the same schema. */
export const processSupport: ProcessSupport = {
  module: new URL('./suite-process.ts', import.meta.url),
  execArgv: ['--conditions=parley-source', '--disable-warning=ExperimentalWarning'],
};

/** An empty schema of its own, and a database URL that selects it. */
export interface TemporarySchema {
  readonly schema: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a schema whose clock can be advanced: its clock function is found before the server's function of
 * the same name.
 */
export async function createSchema(): Promise<TemporarySchema> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl ?? '');
  url.searchParams.set('options', `-c search_path=${schema},pg_catalog`);
  await runSql(url.href, createClock(schema));
  return { schema, url: url.href, drop: () => runSql(url.href, `drop schema ${schema} cascade`) };
}

/** Stores in a schema of their own. A child process receives the database URL. */
export async function createHarness(): Promise<StoreHarness> {
  const { url: location, drop } = await createSchema();
  const opened: Promise<Store>[] = [];
  const reopen = (): Promise<Store> => {
    const store = createPostgresStore({ url: location, poolSize: 4 });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    location,
    reopen,
    passTime: (milliseconds) =>
      runSql(location, `update test_clock set ahead = ahead + interval '${milliseconds} ms'`),
    runSql: (statement) => runSql(location, statement),
    async dispose() {
      // A store that is still being opened creates tables, for which the schema must exist.
      await Promise.allSettled(opened.map(async (store) => (await store).close()));
      await drop();
    },
  };
}

function createClock(schema: string): string {
  return `
    create schema ${schema};
    create table test_clock (ahead interval not null);
    insert into test_clock values ('0');
    create function clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + ahead from ${schema}.test_clock'`;
}

async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
