/** The store on PostgreSQL; used by hosts that share a database. */
import { StoreUnavailableError, type Store } from '@parley/core/store';
import {
  createSqlStore,
  migrateToLatest,
  type DatabaseFacts,
  type Schema,
  type SqlDatabase,
  type TableUpgrade,
} from '@parley/store-sql';
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import { createPipelinedTransaction, StateRows } from './ledger-transaction.ts';
import { createFindLocked } from './locked-rows.ts';
import { withClient } from './pipelined-client.ts';
import { createPool, type Pool, type PoolOptions, type ShortPool } from './pool.ts';
import { clock } from './statements.ts';
import { createTentativeStatements } from './tentative-statements.ts';

export interface PostgresStoreOptions extends PoolOptions {
  /** The schema that contains the tables; by default the first of the search path. */
  readonly schema?: string;
  /** Whether tables of an earlier version are upgraded, rather than refused; true by default. */
  readonly upgrades?: boolean;
  /** Whether tables are created where there are none, rather than refused; true by default. */
  readonly creates?: boolean | undefined;
  /** Called when an upgrade of tables begins, and when it has ended well. */
  readonly onUpgrade?: ((upgrade: TableUpgrade) => void) | undefined;
}

/** The key of the advisory lock for migrations, specific to Parley: "parl" in ASCII. */
export const migrationLock = 0x7061726c;

/**
 * Opens a store on PostgreSQL and brings its tables up to date. Any number of processes may open the same
 * database, even at the same time.
 * @throws StoreVersionError when a newer version of Parley created the tables, or an earlier one and they are not to
 * be upgraded
 * @throws StoreEmptyError when there are no tables and none are to be created
 * @throws StoreUnavailableError when the server is unreachable or rejects the connection
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { database, quick, facts, close, pool } = await openDatabases(options);
  await pool.warmUp();
  const store = createSqlStore(quick, { facts, reports: database, closeDatabase: close });
  return {
    ...store,
    async check() {
      await Promise.all([store.check(), checkWrites(pool.short)]);
    },
  };
}

/** Writes nothing. A server that takes no writes, such as a standby, refuses it all the same. */
function checkWrites(pool: ShortPool): Promise<void> {
  return withClient(pool, async (client) => {
    await client.query('select from account_states limit 0 for update');
  });
}

/** The migrated database itself, for operations on all of it. Throws as `createPostgresStore`. */
export async function openPostgresDatabase(options: PostgresStoreOptions): Promise<SqlDatabase> {
  const { database, facts, close } = await openDatabases(options);
  return { database, facts, close };
}

interface Databases {
  /** For statements that may take long. */
  readonly database: Kysely<Schema>;
  /** For statements that an exchange waits for. */
  readonly quick: Kysely<Schema>;
  readonly facts: DatabaseFacts;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

async function openDatabases(options: PostgresStoreOptions): Promise<Databases> {
  const pool = createPool(options);
  const database = connect(pool.long);
  try {
    const schema = await prepareSchema(database, options.schema);
    await migrateToLatest(database, {
      schema,
      upgrades: options.upgrades ?? true,
      creates: options.creates,
      onUpgrade: options.onUpgrade,
      takeTurn,
    });
  } catch (error) {
    await database.destroy();
    throw error;
  }
  // Both use the same connections, which end once.
  return {
    database,
    quick: connect(pool.short),
    facts: createFacts(pool.short),
    pool,
    close: () => database.destroy(),
  };
}

/** Takes the lock of migrations. The transaction waits for this lock and all others without a time limit. */
async function takeTurn(transaction: Kysely<Schema>, onWait: () => void): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(transaction);
  const { rows } = await sql<{ readonly is_free: boolean }>`
    select pg_try_advisory_xact_lock(${migrationLock}) as is_free
  `.execute(transaction);
  if (rows[0]?.is_free === true) return;
  onWait();
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
}

function connect(pool: PostgresPool): Kysely<Schema> {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** @param pool for statements that an exchange waits for */
function createFacts(pool: ShortPool): DatabaseFacts {
  const stateRows = new StateRows();
  return {
    dialect: 'postgresql',
    rowLocks: true,
    clock: sql<number>`${sql.raw(clock)}`,
    async now(executor) {
      const { rows } = await sql<{ now: number }>`select ${sql.raw(clock)} as now`.execute(
        executor,
      );
      const [row] = rows;
      if (row === undefined) throw new StoreUnavailableError('The server did not return the time.');
      return row.now;
    },
    transact: createPipelinedTransaction(pool, stateRows),
    tentative: createTentativeStatements(pool, stateRows),
    findLocked: createFindLocked(pool),
  };
}

async function prepareSchema(
  database: Kysely<Schema>,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) {
    await sql`create schema if not exists ${sql.id(wanted)}`.execute(database);
    return wanted;
  }
  const { rows } = await sql<{ schema: string | null }>`
    select current_schema() as schema
  `.execute(database);
  const schema = rows[0]?.schema ?? null;
  if (schema === null) throw new StoreUnavailableError('The search path names no schema.');
  return schema;
}
