/** Source and destination for the tests that copy a store. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresDatabase } from '@parley/store-postgres';
import type { SqlDatabase } from '@parley/store-sql';
import { createSqliteStore, openSqliteDatabase } from '@parley/store-sqlite';
import { onTestFinished } from 'vitest';
import { fillStore } from './filled-store.ts';

/** The PostgreSQL server for tests; empty when there is none. */
export const serverUrl = process.env['PARLEY_TEST_POSTGRES_URL'] ?? '';

export const minute = 60_000;

export interface Place {
  readonly path: string;
  readonly url: string;
  readonly schema: string;
}

/** The path of an embedded store, and an empty PostgreSQL schema. */
export async function findPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-migrate-'));
  const place = {
    path: join(folder, 'parley.db'),
    url: serverUrl,
    schema: `test_${randomUUID().slice(0, 8)}`,
  };
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    const { database, close } = await openPostgresDatabase(place);
    await database.schema.dropSchema(place.schema).cascade().execute();
    await close();
  });
  return place;
}

export interface Sides extends Place {
  readonly from: SqlDatabase;
  readonly to: SqlDatabase;
}

export async function openSides(place: Place, now = () => Date.now()): Promise<Sides> {
  const from = await openSqliteDatabase({ path: place.path, now, busyTimeoutMs: 50 });
  const to = await openPostgresDatabase(place);
  onTestFinished(async () => {
    await Promise.all([from.close(), to.close()]);
  });
  return { ...place, from, to };
}

/** Fills the source one minute in the past, so that its reservations have expired. */
export async function arrangeSides(): Promise<Sides> {
  const place = await findPlace();
  const store = await createSqliteStore({ path: place.path, now: () => Date.now() - minute });
  await fillStore(store);
  await store.close();
  return openSides(place);
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of every table that exists. */
export async function readTables({
  database,
}: SqlDatabase): Promise<ReadonlyMap<string, readonly Row[]>> {
  const names = (await database.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_'));
  const open = database.$extendTables<Record<string, Row>>();
  const tables = new Map<string, readonly Row[]>();
  for (const name of names.sort()) {
    const rows = await open.selectFrom(name).selectAll().execute();
    tables.set(name, rows.map(sortColumns).sort(byText));
  }
  return tables;
}

const sortColumns = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
const byText = (one: Row, other: Row) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
