/** The stores on which the money tests run. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestStore } from './fleet.ts';

const { PARLEY_TEST_POSTGRES_URL: postgres, PARLEY_TEST_REDIS_URL: redis } = process.env;

/** The stores of one name, or all that are available; each is empty. */
export async function* findTestStores(wanted: string): AsyncGenerator<TestStore> {
  const isWanted = (name: TestStore['name']) => wanted === 'all' || wanted === name;
  if (isWanted('sqlite')) yield { name: 'sqlite' };
  if (isWanted('postgres') && postgres !== undefined) {
    yield* withDatabase(postgres, (url) => ({ name: 'postgres', postgres: url }));
  }
  if (isWanted('redis') && postgres !== undefined && redis !== undefined) {
    yield* withDatabase(postgres, (url) => ({ name: 'redis', postgres: url, redis }));
  }
}

/** Creates a database and deletes it afterwards. */
async function* withDatabase(
  server: string,
  testStore: (url: string) => TestStore,
): AsyncGenerator<TestStore> {
  const name = `money_${randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    yield testStore(url.href);
  } finally {
    await run(server, `drop database ${name} with (force)`);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
