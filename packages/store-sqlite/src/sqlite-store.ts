/** The embedded store on `node:sqlite`; used by hosts without a database server. */
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '@parley/core/store';
import type { Store } from '@parley/core/store';
import { createSqlStore, migrateToLatest } from '@parley/store-sql';
import type { Schema, SqlDatabase } from '@parley/store-sql';
import { Kysely } from 'kysely';
import { createDatabaseFile, identifyFile, openDatabase } from './database-file.ts';
import { createSqliteDialect } from './dialect/sqlite-dialect.ts';

/** How long a start waits for another process that is migrating the same file. */
const startTimeoutMs = 60_000;

export interface SqliteStoreOptions {
  /** The database file. It is created when it is missing; its folder must exist. */
  readonly path: string;
  /**
   * How long a write waits while another process locks the file, in milliseconds; 5,000 by default. Other
   * calls of this store wait too; the event loop does not.
   */
  readonly busyTimeoutMs?: number;
  /** The store's clock, in milliseconds since 1970; the system clock by default. */
  readonly now?: () => number;
}

/**
 * Opens the embedded store and brings its tables up to date. Several processes may open the same file, even
 * at the same time.
 * @throws StoreVersionError when a newer version of Parley created the file
 * @throws StoreUnavailableError when the file cannot be opened or is not a SQLite database
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { database, facts, close } = await openSqliteDatabase(options);
  const store = createSqlStore(database, { facts, closeDatabase: close });
  return withFileCheck(store, resolve(options.path));
}

/** The migrated database itself, for operations on all of it. Throws as `createSqliteStore`. */
export async function openSqliteDatabase(options: SqliteStoreOptions): Promise<SqlDatabase> {
  // An absolute path also prevents SQLite from interpreting `:memory:` or `file:`.
  const path = resolve(options.path);
  createDatabaseFile(path);
  const database = await openDatabase(path, startTimeoutMs);
  try {
    await migrateToLatest(connect(database, startTimeoutMs));
  } catch (error) {
    database.close();
    throw error;
  }
  const kysely = connect(database, options.busyTimeoutMs ?? 5_000);
  const { now = Date.now } = options;
  return {
    database: kysely,
    // `begin immediate` locks the whole file, and all processes that use it share this machine's clock.
    facts: { dialect: 'sqlite', rowLocks: false, now: () => Promise.resolve(now()) },
    close: async () => {
      database.close();
    },
  };
}

function connect(database: DatabaseSync, busyTimeoutMs: number): Kysely<Schema> {
  return new Kysely({ dialect: createSqliteDialect(database, busyTimeoutMs) });
}

/** A deleted file can still be read and written until it is closed; then all data is lost. */
function withFileCheck(store: Store, path: string): Store {
  const opened = identifyFile(path);
  const check = async (): Promise<void> => {
    await store.check();
    if (identifyFile(path) !== opened) {
      throw new StoreUnavailableError(`The database file ${path} was removed or replaced.`);
    }
  };
  return { ...store, check };
}
