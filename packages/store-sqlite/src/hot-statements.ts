/** The statements that every exchange runs, prepared by hand; used by `sqlite-store.ts`. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  accountStateCodec,
  decodeKeyState,
  encodeExchangeValues,
  encodeKeyState,
  entryCodec,
  exchangeColumns,
  usageSumCounts,
  usageSumIdentity,
  type HotStatements,
  type KeyStateRow,
  type ReservationRow,
} from '@parley/store-sql';
import { createStatementCache } from './dialect/statement-cache.ts';
import { toUnavailable } from './failure.ts';

type Prepare = (sql: string) => StatementSync;
type Row = Readonly<Record<string, SQLInputValue>>;
type FoundRow = Readonly<Record<string, SQLOutputValue>>;
type AccountStateRow = Parameters<typeof accountStateCodec.decode>[0];

/** Called before each row of a settlement, so that a thread that writes many can let others run. */
export type Pause = () => void;

/**
 * One statement for each row costs less than one with many rows: its text never changes, and nothing is built
 * around its values. They run in the transaction that is open.
 */
export function createHotStatements(
  database: DatabaseSync,
  pause: Pause = () => undefined,
): HotStatements {
  const statements = createStatementCache((sql) => database.prepare(sql));
  const prepare: Prepare = (sql) => statements.get(sql);
  return {
    ...createStateStatements(prepare),
    ...createSettlementStatements(prepare, pause),
    ...createReservationStatements(prepare),
  };
}

function createStateStatements(
  prepare: Prepare,
): Pick<HotStatements, 'readStates' | 'writeStates' | 'findPrepaid'> {
  return {
    readStates: (payers) =>
      run(() => {
        const keyIds = payers.map(({ keyId }) => keyId);
        const accountIds = payers.map(({ accountId }) => accountId);
        const key = prepare('select * from key_states where key_id = ?');
        const account = prepare('select * from account_states where account_id = ?');
        const keys = findAll(key, keyIds) as unknown as readonly KeyStateRow[];
        const accounts = findAll(account, accountIds) as unknown as readonly AccountStateRow[];
        return {
          keys: keys.map(decodeKeyState),
          accounts: accounts.map((row) => accountStateCodec.decode(row)),
        };
      }),
    writeStates: ({ keys, accounts }) =>
      run(() => {
        replaceRows(prepare, 'key_states', keys.map(encodeKeyState));
        const rows = accounts.map((state) => accountStateCodec.encode(state));
        replaceRows(prepare, 'account_states', rows);
      }),
    findPrepaid: (accountIds) =>
      run(() => {
        const prepaid = prepare('select id from accounts where id = ? and prepaid = 1');
        return new Set(findAll(prepaid, accountIds).map(({ id }) => String(id)));
      }),
  };
}

const insertExchange = `${insertSql('exchanges', exchangeColumns)} on conflict do nothing`;
const insertEntry = insertSql('ledger', entryCodec.columns);
const addToSum = `${insertSql('usage_sums', [...usageSumIdentity, ...usageSumCounts])}
  on conflict do update set ${usageSumCounts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

function createSettlementStatements(
  prepare: Prepare,
  pause: Pause,
): Pick<
  HotStatements,
  'insertExchanges' | 'deleteExchanges' | 'findCharged' | 'insertLedgerEntries' | 'addToSums'
> {
  return {
    insertExchanges: (records, settledAt) =>
      run(() => {
        const insert = prepare(insertExchange);
        const added = new Set<string>();
        for (const record of records) {
          pause();
          const values = encodeExchangeValues(record, settledAt) as SQLInputValue[];
          if (insert.run(...values).changes === 1) added.add(record.id);
        }
        return added;
      }),
    deleteExchanges: (ids) =>
      run(() => {
        const remove = prepare('delete from exchanges where id = ?');
        for (const id of ids) remove.run(id);
      }),
    findCharged: (exchangeIds) =>
      run(() => {
        const find = prepare('select exchange_id as id from ledger where exchange_id = ? limit 1');
        return new Set(findAll(find, exchangeIds).map(({ id }) => String(id)));
      }),
    insertLedgerEntries: (entries) =>
      run(() => {
        const insert = prepare(insertEntry);
        for (const entry of entries) {
          pause();
          insert.run(...(entryCodec.encodeValues(entry) as SQLInputValue[]));
        }
      }),
    addToSums: (rows) =>
      run(() => {
        const add = prepare(addToSum);
        for (const row of rows) {
          add.run(
            ...usageSumIdentity.map((name) => row[name]),
            ...usageSumCounts.map((name) => row[name]),
          );
        }
      }),
  };
}

function createReservationStatements(
  prepare: Prepare,
): Pick<
  HotStatements,
  'findReservations' | 'insertReservations' | 'updateReservations' | 'deleteReservations'
> {
  const replace = (rows: readonly ReservationRow[]): Promise<void> =>
    run(() => {
      replaceRows(prepare, 'reservations', rows);
    });
  return {
    findReservations: (ids) =>
      run(() => reservationRows(prepare(`select * from reservations ${ofExchange}`), ids)),
    insertReservations: replace,
    updateReservations: replace,
    deleteReservations: (ids) =>
      run(() =>
        reservationRows(prepare(`delete from reservations ${ofExchange} returning *`), ids),
      ),
  };
}

const ofExchange = 'where exchange_id = ?';

function reservationRows(statement: StatementSync, ids: readonly string[]) {
  return findAll(statement, ids) as unknown as readonly ReservationRow[];
}

/** The rows that a statement finds for the distinct ones of these ids. */
function findAll(statement: StatementSync, ids: readonly string[]): readonly FoundRow[] {
  const rows: FoundRow[] = [];
  for (const id of new Set(ids)) {
    const row = statement.get(id);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** Writes rows that all have the same columns. */
function replaceRows(prepare: Prepare, table: string, rows: readonly object[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const replace = prepare(insertSql(table, Object.keys(first), 'replace'));
  for (const row of rows) replace.run(...Object.values(row as Row));
}

function insertSql(table: string, columns: readonly string[], verb = 'insert'): string {
  return `${verb} into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
}

/** Values that cannot be stored fail with a RangeError; everything else is a failure of SQLite. */
async function run<Result>(step: () => Result): Promise<Result> {
  try {
    return step();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw toUnavailable('The SQLite database could not serve', error);
  }
}
