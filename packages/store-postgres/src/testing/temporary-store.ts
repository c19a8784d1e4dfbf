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

/** Schemas with the tables of an empty store: to create one takes longer than most tests. */
const emptySchemas: TemporarySchema[] = [];

/** Drops the schemas of all harnesses; every file with harnesses calls it in the end. */
export async function dropSchemas(): Promise<void> {
  await Promise.all(emptySchemas.splice(0).map((schema) => schema.drop()));
}

/** Stores in a schema that no other test uses at the time. A child process receives the database URL. */
export async function createHarness(): Promise<StoreHarness> {
  const schema = emptySchemas.pop() ?? (await createEmptyStore());
  const { url: location } = schema;
  const stores: Store[] = [];
  const reopen = async (): Promise<Store> => {
    const store = await createPostgresStore({ url: location, poolSize: 4 });
    stores.push(store);
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
      await Promise.all(stores.map((store) => store.close()));
      await runSql(location, restoreRows);
      emptySchemas.push(schema);
    },
  };
}

async function createEmptyStore(): Promise<TemporarySchema> {
  const schema = await createSchema();
  const store = await createPostgresStore({ url: schema.url });
  await store.close();
  await runSql(schema.url, copyRows);
  return schema;
}

/** Copies every table, such as accounts, into one whose name begins with `empty_`. */
const copyRows = `do $$
  declare each text;
  begin
    for each in select tablename from pg_tables where schemaname = current_schema() loop
      execute format('create table %I as table %I', 'empty_' || each, each);
    end loop;
  end $$`;

/** Gives every table the rows of its copy. */
const restoreRows = `do $$
  declare
    each text;
    names text[] := array(
      select substr(tablename, 7) from pg_tables
      where schemaname = current_schema() and tablename like 'empty\\_%'
    );
  begin
    execute (select 'truncate ' || string_agg(format('%I', name), ', ') from unnest(names) as name);
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
