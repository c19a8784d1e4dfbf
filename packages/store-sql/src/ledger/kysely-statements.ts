/** The hot statements on any database, written with the query builder. */
import { sql, type Kysely, type NotNull, type RawBuilder } from 'kysely';
import { writeRows, type DatabaseFacts } from '../database.ts';
import { encodeExchange } from '../exchange-codec.ts';
import type { HotStatements, Payer, States } from '../hot-statements.ts';
import type { Schema } from '../schema.ts';
import { accountStateCodec, decodeKeyState, encodeKeyState } from '../states.ts';
import { usageSumCounts, usageSumIdentity } from '../usage-sums.ts';
import { entryCodec } from './entries.ts';

/** The driver's own hot statements, or those of this file. */
export function statementsOf(facts: DatabaseFacts, transaction: Kysely<Schema>): HotStatements {
  return facts.hotStatements?.(transaction) ?? createKyselyStatements(transaction, facts);
}

/** All hot statements; a driver may replace some of them. */
export function createKyselyStatements(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
): HotStatements {
  return {
    ...createStateStatements(transaction, facts),
    ...createSettlementStatements(transaction, facts),
    ...createReservationStatements(transaction, facts),
  };
}

function createStateStatements(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
): Pick<HotStatements, 'readStates' | 'writeStates' | 'findPrepaid'> {
  return {
    readStates: (payers) => readStates(transaction, facts, payers),
    writeStates: (states) => writeStates(transaction, facts, states),
    async findPrepaid(accountIds) {
      if (accountIds.length === 0) return new Set();
      const rows = await transaction
        .selectFrom('accounts')
        .select('id')
        .where('id', 'in', [...accountIds])
        .where('prepaid', '=', 1)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}

async function readStates(
  transaction: Kysely<Schema>,
  { rowLocks }: DatabaseFacts,
  payers: readonly Payer[],
): Promise<States> {
  if (payers.length === 0) return { keys: [], accounts: [] };
  const accounts = await transaction
    .selectFrom('account_states')
    .selectAll()
    .where('account_id', 'in', sortedIds(payers.map(({ accountId }) => accountId)))
    .orderBy('account_id')
    .$if(rowLocks, (query) => query.forUpdate())
    .execute();
  const keys = await transaction
    .selectFrom('key_states')
    .selectAll()
    .where('key_id', 'in', sortedIds(payers.map(({ keyId }) => keyId)))
    .orderBy('key_id')
    .$if(rowLocks, (query) => query.forUpdate())
    .execute();
  return {
    keys: keys.map(decodeKeyState),
    accounts: accounts.map((row) => accountStateCodec.decode(row)),
  };
}

function sortedIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

async function writeStates(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  { keys, accounts }: States,
): Promise<void> {
  await writeRows(facts, keys.map(encodeKeyState), (rows) =>
    transaction
      .insertInto('key_states')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key_id').doUpdateSet(takeOver(Object.keys(rows[0] ?? {}))),
      )
      .execute(),
  );
  const accountRows = accounts.map((state) => accountStateCodec.encode(state));
  await writeRows(facts, accountRows, (rows) =>
    transaction
      .insertInto('account_states')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet(takeOver(accountStateCodec.columns)),
      )
      .execute(),
  );
}

/** Sets every column to the value of the new row. */
function takeOver(columns: readonly string[]): Record<string, RawBuilder<never>> {
  return Object.fromEntries(columns.map((name) => [name, sql.ref<never>(`excluded.${name}`)]));
}

function createSettlementStatements(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
): Pick<
  HotStatements,
  'insertExchanges' | 'deleteExchanges' | 'findCharged' | 'insertLedgerEntries' | 'addToSums'
> {
  return {
    async insertExchanges(records, settledAt) {
      const added = new Set<string>();
      const rows = records.map((record) => encodeExchange(record, settledAt));
      await writeRows(facts, rows, async (some) => {
        const inserted = await transaction
          .insertInto('exchanges')
          .values(some)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .execute();
        for (const { id } of inserted) added.add(id);
      });
      return added;
    },
    async deleteExchanges(ids) {
      if (ids.length === 0) return;
      await transaction
        .deleteFrom('exchanges')
        .where('id', 'in', [...ids])
        .execute();
    },
    async findCharged(exchangeIds) {
      if (exchangeIds.length === 0) return new Set();
      const rows = await transaction
        .selectFrom('ledger')
        .select('exchange_id')
        .where('exchange_id', 'in', [...exchangeIds])
        .$narrowType<{ exchange_id: NotNull }>()
        .execute();
      return new Set(rows.map(({ exchange_id: id }) => id));
    },
    async insertLedgerEntries(entries) {
      const rows = entries.map((entry) => entryCodec.encode(entry));
      await writeRows(facts, rows, (some) =>
        transaction.insertInto('ledger').values(some).execute(),
      );
    },
    async addToSums(rows) {
      await writeRows(facts, rows, (some) =>
        transaction
          .insertInto('usage_sums')
          .values(some)
          .onConflict((conflict) =>
            conflict.columns([...usageSumIdentity]).doUpdateSet(() => addedCounts),
          )
          .execute(),
      );
    },
  };
}

const addedCounts = Object.fromEntries(
  usageSumCounts.map((name) => [
    name,
    sql<number>`${sql.ref(`usage_sums.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ]),
);

function createReservationStatements(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
): Pick<
  HotStatements,
  'findReservations' | 'insertReservations' | 'updateReservations' | 'deleteReservations'
> {
  return {
    async findReservations(ids) {
      if (ids.length === 0) return [];
      return transaction
        .selectFrom('reservations')
        .selectAll()
        .where('exchange_id', 'in', [...ids])
        .execute();
    },
    async insertReservations(rows) {
      await writeRows(facts, rows, (some) =>
        transaction.insertInto('reservations').values(some).execute(),
      );
    },
    async updateReservations(rows) {
      await writeRows(facts, rows, (some) =>
        transaction
          .insertInto('reservations')
          .values(some)
          .onConflict((conflict) =>
            conflict.column('exchange_id').doUpdateSet(takeOver(Object.keys(some[0] ?? {}))),
          )
          .execute(),
      );
    },
    async deleteReservations(ids) {
      if (ids.length === 0) return [];
      return transaction
        .deleteFrom('reservations')
        .where('exchange_id', 'in', [...ids])
        .returningAll()
        .execute();
    },
  };
}
