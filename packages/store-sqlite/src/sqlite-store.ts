/** The embedded store on `node:sqlite`; used by hosts without a database server. */
import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '@parley/core/store';
import type { Store } from '@parley/core/store';
import { createSqlStore, migrateToLatest } from '@parley/store-sql';
import type { DatabaseFacts, Schema, SqlDatabase, TableUpgrade } from '@parley/store-sql';
import { Kysely, sql } from 'kysely';
import { createDatabaseFile, identifyFile, openDatabase, openForReading } from './database-file.ts';
import { createSqliteDialect } from './dialect/sqlite-dialect.ts';
import { createFaultError } from './failure.ts';
import { createHotStatements, type Pause } from './hot-statements.ts';

/** How long a start waits for another process that is migrating the same file. */
const startTimeoutMs = 60_000;
/** SQLite needs some space even to free some. */
const usualFreeBytes = 1024 * 1024;

export interface SqliteStoreOptions {
  /** The database file. It is created when it is missing; its folder must exist. */
  readonly path: string;
  /**
   * How long a write waits while another process locks the file, in milliseconds; 5,000 by default. Other
   * calls of this store wait too; the event loop does not.
   */
  readonly busyTimeoutMs?: number;
  /** With fewer free bytes on its disk the store is not healthy; 1 MiB by default. */
  readonly leastFreeBytes?: number;
  /** The store's clock, in milliseconds since 1970; the system clock by default. */
  readonly now?: () => number;
  /** Whether tables of an earlier version are upgraded, rather than refused; true by default. */
  readonly upgrades?: boolean;
  /** Called when an upgrade of tables begins, and when it has ended well. */
  readonly onUpgrade?: ((upgrade: TableUpgrade) => void) | undefined;
  /** Called before each step of a batch of settlements, so that a thread can let others run meanwhile. */
  readonly pause?: Pause;
}

/**
 * Opens the embedded store and brings its tables up to date. Several processes may open the same file, even
 * at the same time.
 * @throws StoreVersionError when a newer version of Parley created the file, or an earlier one and it is not to be
 * upgraded
 * @throws StoreUnavailableError when the file cannot be opened or is not a SQLite database
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { database, facts, close } = await openSqliteDatabase(options);
  const store = createSqlStore(database, { facts, closeDatabase: close });
  return withFileCheck(store, database, options);
}

/**
 * The same file on a read-only connection, for reads that may take long: what it reads does not change meanwhile,
 * and no write waits for it. The file must be open for writing elsewhere.
 */
export async function createReadingStore(options: SqliteStoreOptions): Promise<Store> {
  const database = openForReading(resolve(options.path));
  const facts = createFacts(options);
  const dialect = createSqliteDialect(database, { busyTimeoutMs: 0, isReadOnly: true });
  const closeDatabase = (): void => {
    database.close();
  };
  return createSqlStore(new Kysely({ dialect }), { facts, closeDatabase });
}

/** The migrated database itself, for operations on all of it. Throws as `createSqliteStore`. */
export async function openSqliteDatabase(options: SqliteStoreOptions): Promise<SqlDatabase> {
  // An absolute path also prevents SQLite from interpreting `:memory:` or `file:`.
  const path = resolve(options.path);
  createDatabaseFile(path);
  const database = await openDatabase(path, startTimeoutMs);
  try {
    const { upgrades = true, onUpgrade } = options;
    await migrateToLatest(connect(database, startTimeoutMs), { upgrades, onUpgrade });
  } catch (error) {
    database.close();
    throw error;
  }
  const kysely = connect(database, options.busyTimeoutMs ?? 5_000);
  const statements = createHotStatements(database, options.pause);
  return {
    database: kysely,
    facts: { ...createFacts(options), hotStatements: () => statements },
    close: async () => {
      database.close();
    },
  };
}

/** `begin immediate` locks the whole file, and all processes that use it share this machine's clock. */
function createFacts({ now = Date.now, pause }: SqliteStoreOptions): DatabaseFacts {
  const facts = { dialect: 'sqlite', rowLocks: false, now: () => Promise.resolve(now()) } as const;
  return pause === undefined ? facts : { ...facts, pause };
}

function connect(database: DatabaseSync, busyTimeoutMs: number): Kysely<Schema> {
  return new Kysely({ dialect: createSqliteDialect(database, { busyTimeoutMs }) });
}

/** How long the result of a write counts, in milliseconds: anybody may ask for the health of a gateway. */
const writtenMs = 1_000;

/** Adds to the check what keeps a file from being written. */
function withFileCheck(
  store: Store,
  database: Kysely<Schema>,
  { path: givenPath, leastFreeBytes = usualFreeBytes }: SqliteStoreOptions,
): Store {
  const path = resolve(givenPath);
  const opened = identifyFile(path);
  let writtenAt = -Infinity;
  const check = async (): Promise<void> => {
    await store.check();
    // A deleted file can still be read and written until it is closed; then all data is lost.
    if (identifyFile(path) !== opened) {
      throw new StoreUnavailableError(`The database file ${path} was removed or replaced.`);
    }
    const { bavail, bsize } = statfsSync(dirname(path));
    if (bavail * bsize < leastFreeBytes)
      throw createFaultError(`The database file ${path} cannot grow`, 'full');
    if (performance.now() - writtenAt < writtenMs) return;
    await writeNothing(database);
    writtenAt = performance.now();
  };
  return { ...store, check };
}

/** Writes a page that changes nothing: Parley does not use the number. */
async function writeNothing(database: Kysely<Schema>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`pragma user_version = 0`.execute(transaction);
  });
}
