/** PostgreSQL stores in temporary schemas, for tests. */
import { randomUUID } from 'node:crypto';
import type { Store } from '@parley/core/store';
import type { ProcessSupport, StoreHarness } from '@parley/store-suite';
import pg from 'pg';
import { createPostgresStore, migrationLock } from '../postgres-store.ts';

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
  // A migration, which has this lock, fails when a schema that it lists is dropped.
  const drop = `select pg_advisory_xact_lock(${String(migrationLock)}); drop schema ${schema} cascade`;
  return { schema, url: url.href, drop: () => runSql(url.href, drop) };
}

/** A schema with the tables of an empty store, and a connection to it. */
interface EmptyStore extends TemporarySchema {
  readonly client: pg.Client;
}

/** Those that no test uses: to create one takes longer than most tests. */
const emptyStores: EmptyStore[] = [];

/** Drops the schemas of all harnesses; every file with harnesses calls it in the end. */
export async function dropSchemas(): Promise<void> {
  await Promise.all(
    emptyStores.splice(0).map(async ({ client, drop }) => {
      await client.end();
      await drop();
    }),
  );
}

/** Stores in a schema that no other test uses at the time. A child process receives the database URL. */
export async function createHarness(): Promise<StoreHarness> {
  const empty = emptyStores.pop() ?? (await createEmptyStore());
  const { url: location, client } = empty;
  const opened: Promise<Store>[] = [];
  const reopen = (): Promise<Store> => {
    const store = createPostgresStore({ url: location, poolSize: 4 });
    opened.push(store);
    return store;
  };
  const runStatement = async (statement: string): Promise<void> => {
    await client.query(statement);
  };
  return {
    store: await reopen(),
    location,
    reopen,
    passTime: (milliseconds) =>
      runStatement(`update test_clock set ahead = ahead + interval '${milliseconds} ms'`),
    runSql: runStatement,
    async dispose() {
      // A store that is still being opened reads and writes tables, which the next harness has.
      await Promise.allSettled(opened.map(async (store) => (await store).close()));
      await runStatement(restoreRows);
      emptyStores.push(empty);
    },
  };
}

async function createEmptyStore(): Promise<EmptyStore> {
  const { schema, drop, ...created } = await createSchema();
  const named = new URL(created.url);
  named.searchParams.set('application_name', schema);
  const url = named.href;
  const store = await createPostgresStore({ url });
  await store.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(copyRows);
  return { schema, url, client, drop };
}

/** Copies every table, such as accounts, into one whose name begins with `empty_`. */
const copyRows = `do $$
  declare each text;
  begin
    for each in select tablename from pg_tables where schemaname = current_schema() loop
      execute format('create table %I as table %I', 'empty_' || each, each);
    end loop;
  end $$`;

/**
 * Gives every table the rows of its copy, when nobody else is connected: the server may still work for a process that
 * was killed. Tables that refer to others are younger than those.
 */
const restoreRows = `do $$
  declare
    each text;
    names text[] := array(
      select relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'empty\\_%'
      order by oid desc
    );
  begin
    loop
      perform pg_stat_clear_snapshot();
      perform pg_terminate_backend(pid) from pg_stat_activity
        where application_name = current_schema() and pid <> pg_backend_pid();
      exit when not found;
      perform pg_sleep(0.01);
    end loop;
    foreach each in array names loop
      execute format('delete from %I', each);
    end loop;
    foreach each in array names loop
      execute format('insert into %I table %I', each, 'empty_' || each);
    end loop;
  end $$`;

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
