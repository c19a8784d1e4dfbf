/** The differences between the SQL databases, and how many rows one statement writes; used by all queries. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { HotStatements } from './hot-statements.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import type { TentativeStatements } from './tentative-statements.ts';
import type { FindLocked } from './ledger/locked-accounts.ts';
import type { Schema } from './schema.ts';

/** A migrated database and its facts. */
export interface SqlDatabase {
  readonly database: Kysely<Schema>;
  readonly facts: DatabaseFacts;
  readonly close: () => Promise<void>;
}

/** What differs between the databases of this package. */
export interface DatabaseFacts {
  /** The dialect whose functions and types are used. */
  readonly dialect: 'sqlite' | 'postgresql';
  /**
   * True when rows must be locked individually (`select … for update`); false when a transaction locks the
   * whole database from its start.
   */
  readonly rowLocks: boolean;
  /** The maximum number of values in one statement that writes rows; 16,000 by default. */
  readonly maxValues?: number;
  /** The store's clock, in milliseconds since 1970. */
  now(executor: Kysely<Schema>): Promise<number>;
  /** The same clock as an expression, where the database has it. */
  readonly clock?: RawBuilder<number>;
  /** The driver's own hot statements, which run in this transaction; the query builder's by default. */
  readonly hotStatements?: (transaction: Kysely<Schema>) => HotStatements;
  /** How a change of money runs; by default the hot statements one after the other in a transaction. */
  readonly transact?: LedgerTransaction;
  /** Reserves before it is decided, where that saves waiting for the server. */
  readonly tentative?: TentativeStatements;
  /** Finds what other transactions have locked; where rows are locked individually. */
  readonly findLocked?: FindLocked;
  /** Called before each settlement of a batch, so that a thread that works for long can let others run. */
  readonly pause?: () => void;
}

/** The store's clock for use in a statement: as an expression where that saves asking for the time. */
export async function readClock(
  executor: Kysely<Schema>,
  { clock, now }: Pick<DatabaseFacts, 'clock' | 'now'>,
): Promise<RawBuilder<number>> {
  return clock ?? sql<number>`${await now(executor)}`;
}

/**
 * SQLite accepts 32,766 values in one statement (sqlite.org/limits.html) and PostgreSQL 65,535
 * (postgresql.org/docs/current/limits.html).
 */
const defaultMaxValues = 16_000;

/** Writes any number of rows, in as few statements as the limit on values allows. */
export async function writeRows<Row extends object>(
  { maxValues = defaultMaxValues }: Pick<DatabaseFacts, 'maxValues'>,
  rows: readonly Row[],
  write: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const atOnce = Math.max(1, Math.floor(maxValues / Object.keys(first).length));
  for (let start = 0; start < rows.length; start += atOnce) {
    await write(rows.slice(start, start + atOnce));
  }
}
