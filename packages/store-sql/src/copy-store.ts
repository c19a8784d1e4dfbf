/** Copies a whole store from one database to another, such as from SQLite to PostgreSQL. */
import { defaultAccountId, StoreConflictError, type LedgerReport } from '@parley/core/store';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { DatabaseFacts, SqlDatabase } from './database.ts';
import { checkLedgerWithin } from './ledger/ledger-check.ts';
import type { Schema } from './schema.ts';
import { usageSumIdentity } from './usage-sums.ts';

/** The progress of a copy. */
export interface CopyProgress {
  readonly table: string;
  readonly rows: number;
}

/** How a table is copied. */
interface CopyPlan {
  /** The columns that identify a row. */
  readonly identity: readonly string[];
  /** The maximum number of rows in memory. */
  readonly rowsAtOnce: number;
}

const rowsAtOnce = 500;
/** A stored response may be as long as 16 million characters. */
const responsesAtOnce = 8;

/** Every table except sessions, which end with the copy. Tables that others refer to come first. */
const copyPlans = {
  accounts: { identity: ['id'], rowsAtOnce },
  keys: { identity: ['id'], rowsAtOnce },
  key_secrets: { identity: ['hash'], rowsAtOnce },
  admin_tokens: { identity: ['id'], rowsAtOnce },
  users: { identity: ['id'], rowsAtOnce },
  audit: { identity: ['id'], rowsAtOnce },
  entities: { identity: ['kind', 'name'], rowsAtOnce },
  entity_version: { identity: ['id'], rowsAtOnce },
  exchanges: { identity: ['id'], rowsAtOnce },
  usage_sums: { identity: usageSumIdentity, rowsAtOnce },
  responses: { identity: ['key_id', 'id'], rowsAtOnce: responsesAtOnce },
  response_items: { identity: ['key_id', 'item_id', 'response_id'], rowsAtOnce },
  key_states: { identity: ['key_id'], rowsAtOnce },
  account_states: { identity: ['account_id'], rowsAtOnce },
  ledger: { identity: ['id'], rowsAtOnce },
  reservations: { identity: ['exchange_id'], rowsAtOnce },
} as const satisfies Record<Exclude<keyof Schema, 'sessions'>, CopyPlan>;

type CopiedTable = keyof typeof copyPlans;

const copiedTables = Object.keys(copyPlans) as readonly CopiedTable[];

type Row = Readonly<Record<string, unknown>>;

/** The rows that a new store already contains and that the copy replaces. */
const initialRows: Readonly<Partial<Record<CopiedTable, RawBuilder<unknown>>>> = {
  entity_version: sql`version = 0`,
  accounts: sql`id = ${defaultAccountId}`,
};

/**
 * Copies everything into an empty store, and checks that the money totals of both are equal. Uses one
 * transaction on either side: nobody can write to the source meanwhile, and on any failure the target stays
 * empty.
 * @throws StoreConflictError when exchanges are still running on the source, or the target is not empty
 * @throws StoreUnavailableError when another process keeps writing to the source
 */
export async function copyStore(
  from: SqlDatabase,
  to: SqlDatabase,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<readonly CopyProgress[]> {
  const begin = from.database.transaction();
  const reading = from.facts.rowLocks ? begin.setIsolationLevel('repeatable read') : begin;
  return reading.execute(async (source) => {
    await refuseRunning(source, from.facts);
    // Runs before the other transaction begins, so that it does not stay open during a long check.
    const before = await checkLedgerWithin(source, from.facts);
    return to.database.transaction().execute(async (target) => {
      if (to.facts.rowLocks) await lockTables(target);
      await refuseFilled(target);
      const copied = await copyTables(source, target, onProgress);
      compareLedgers(before, await checkLedgerWithin(target, to.facts));
      return copied;
    });
  });
}

/** Expired reservations do not count: they are copied, and released in the target. */
async function refuseRunning(source: Transaction<Schema>, facts: DatabaseFacts): Promise<void> {
  const alive = sql`expires_at > ${await facts.now(source)}`;
  if ((await count(source, 'reservations', alive)) === 0) return;
  throw new StoreConflictError(
    'Calls are still running on this store. Stop the gateways first; reservations of one that died expire within a minute.',
  );
}

/**
 * Makes other writers wait, including another copy. Checking a large ledger may take longer than the time
 * limit of other statements.
 */
async function lockTables(target: Transaction<Schema>): Promise<void> {
  const tables = sql.join(copiedTables.map((table) => sql.table(table)));
  await sql`lock table ${tables} in share row exclusive mode`.execute(target);
  await sql`set local statement_timeout = '1h'`.execute(target);
}

async function refuseFilled(target: Transaction<Schema>): Promise<void> {
  for (const table of copiedTables) {
    const expected = initialRows[table] ?? sql`1 = 0`;
    if ((await count(target, table, sql`not (${expected})`)) === 0) continue;
    throw new StoreConflictError(
      `The database to copy into is not empty (${table}); it stays as it is.`,
    );
  }
}

async function copyTables(
  source: Transaction<Schema>,
  target: Transaction<Schema>,
  onProgress: (progress: CopyProgress) => void,
): Promise<readonly CopyProgress[]> {
  const copied: CopyProgress[] = [];
  for (const table of copiedTables) {
    if (initialRows[table]) await sql`delete from ${sql.table(table)}`.execute(target);
    const rows = await copyTable(source, target, table);
    const found = await count(target, table);
    if (found !== rows) throw new Error(`${table} has ${found} rows instead of ${rows}.`);
    copied.push({ table, rows });
    onProgress({ table, rows });
  }
  return copied;
}

async function copyTable(
  source: Transaction<Schema>,
  target: Transaction<Schema>,
  table: CopiedTable,
): Promise<number> {
  const { rowsAtOnce } = copyPlans[table];
  let rows = 0;
  let last: Row | undefined;
  do {
    const page: readonly Row[] = await readPage(source, table, last);
    if (page.length > 0) await insertRows(target, table, page);
    rows += page.length;
    last = page.length === rowsAtOnce ? page.at(-1) : undefined;
  } while (last !== undefined);
  return rows;
}

async function readPage(
  source: Transaction<Schema>,
  table: CopiedTable,
  last: Row | undefined,
): Promise<readonly Row[]> {
  const { identity, rowsAtOnce }: CopyPlan = copyPlans[table];
  const names = sql.join(identity.map((name) => sql.ref(name)));
  const after =
    last === undefined
      ? sql``
      : sql`where (${names}) > (${sql.join(identity.map((name) => last[name]))})`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} ${after} order by ${names} limit ${sql.lit(rowsAtOnce)}
  `.execute(source);
  return rows;
}

async function insertRows(
  target: Transaction<Schema>,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values ${sql.join(values)}
  `.execute(target);
}

async function count(
  database: Transaction<Schema>,
  table: CopiedTable,
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${condition}
  `.execute(database);
  return rows[0]?.count ?? 0;
}

/** Compares everything except the number of expired reservations, which may differ because the clocks do. */
function compareLedgers(before: LedgerReport, after: LedgerReport): void {
  const [one, other] = [before, after].map((report) =>
    JSON.stringify({ ...report, expiredReservations: 0 }),
  );
  if (one === other) return;
  throw new Error('The money of the two stores differs.');
}
