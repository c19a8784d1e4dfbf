/** The migration that adds the ledger; listed in `migrations.ts`. */
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the states of keys and accounts, reservations, the ledger and the sums of usage. */
export const money: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await createStates(database);
    await createReservations(database);
    await createLedger(database);
    await createUsageSums(database);
  },
};

async function createStates(database: Kysely<unknown>): Promise<void> {
  await withCounts(
    database.schema
      .createTable('key_states')
      .addColumn('key_id', 'text', (column) => column.primaryKey().notNull()),
    [
      'spent',
      'tokens',
      'requests',
      'reserved_nanos',
      'reserved_tokens',
      'running',
      'quota_started_at',
      'quota_nanos',
      'quota_tokens',
      'window_5h_nanos',
      'window_1d_nanos',
      'window_7d_nanos',
    ],
  )
    .addColumn('quota_reset', 'text')
    .addColumn('window_5h_started_at', 'bigint')
    .addColumn('window_1d_started_at', 'bigint')
    .addColumn('window_7d_started_at', 'bigint')
    .addColumn('requests_whole_at', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('tokens_whole_at', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('last_used_at', 'bigint')
    .execute();
  await withCounts(
    database.schema
      .createTable('account_states')
      .addColumn('account_id', 'text', (column) => column.primaryKey().notNull()),
    ['granted', 'spent', 'reserved'],
  ).execute();
}

async function createReservations(database: Kysely<unknown>): Promise<void> {
  await withCounts(
    database.schema
      .createTable('reservations')
      .addColumn('exchange_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull()),
    ['nanos', 'tokens', 'created_at', 'expires_at'],
  )
    .addColumn('rate_ms', 'double precision', (column) => column.notNull())
    .execute();
  await createIndex(database, 'reservations', ['expires_at']);
  await createIndex(database, 'reservations', ['owner']);
}

/** No foreign keys: ledger entries outlive their key. */
async function createLedger(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('ledger')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('nanos', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('exchange_id', 'text')
    .addColumn('attempt', 'integer')
    .addColumn('upstream', 'text')
    .addColumn('upstream_model', 'text')
    .addColumn('usage', 'text')
    .addColumn('list_nanos', 'bigint')
    .addColumn('pricing', 'text')
    .addColumn('arithmetic', 'text')
    .addColumn('note', 'text')
    .execute();
  await createIndex(database, 'ledger', ['at', 'id']);
  await createIndex(database, 'ledger', ['account_id', 'at', 'id']);
  await createIndex(database, 'ledger', ['key_id', 'at', 'id']);
  await createIndex(database, 'ledger', ['exchange_id', 'at', 'id']);
}

async function createUsageSums(database: Kysely<unknown>): Promise<void> {
  const dimensions = ['account_id', 'group_name', 'call_name', 'upstream', 'upstream_model'];
  const table = database.schema
    .createTable('usage_sums')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('step', 'bigint', (column) => column.notNull());
  const dimensioned = dimensions.reduce<CreateTableBuilder<string, string>>(
    (builder, name) => builder.addColumn(name, 'text', (column) => column.notNull()),
    table,
  );
  await withCounts(dimensioned, [
    'requests',
    'failures',
    'duration_ms',
    'input_tokens',
    'cache_read_tokens',
    'cache_write_5m_tokens',
    'cache_write_1h_tokens',
    'output_tokens',
    'reasoning_tokens',
    'list_nanos',
    'charged_nanos',
  ])
    .addPrimaryKeyConstraint('usage_sums_identity', ['key_id', 'step', ...dimensions])
    .execute();
  await createIndex(database, 'usage_sums', ['account_id', 'step']);
  await createIndex(database, 'usage_sums', ['step']);
}

function withCounts(
  table: CreateTableBuilder<string, string>,
  names: readonly string[],
): CreateTableBuilder<string, string> {
  return names.reduce(
    (builder, name) => builder.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0)),
    table,
  );
}

async function createIndex(
  database: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await database.schema
    .createIndex(`${table}_by_${columns[0] ?? ''}`)
    .on(table)
    .columns([...columns])
    .execute();
}
