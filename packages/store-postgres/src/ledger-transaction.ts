/** A change of money in two round trips: one asks under locks, the other writes and commits. */
import { emptyAccountState, emptyKeyState } from '@parley/core/ledger';
import {
  accountStateCodec,
  decodeKeyState,
  emptyStateRows,
  encodeExchange,
  encodeKeyState,
  entryCodec,
  reservationColumns,
  usageSumIdentity,
  type LedgerAnswer,
  type LedgerChanges,
  type LedgerQuestion,
  type LedgerTransaction,
  type Payer,
  type Schema,
  type States,
} from '@parley/store-sql';
import { withClient, type PipelinedClient } from './pipelined-client.ts';
import { lockTimeoutMs, type ShortPool } from './pool.ts';
import { allAnswered, clock, sendRows, type Upsert } from './statements.ts';

/** The maximum number of pairs of key and account whose rows are known to exist. */
const maxKnown = 100_000;

/** Sends the rows of states that may not exist yet before other statements, which share the round trip. */
export class StateRows {
  readonly #known = new Set<string>();

  /** Adds missing rows outside every transaction, so that no lock is held meanwhile. */
  async add(client: PipelinedClient, payers: readonly Payer[]): Promise<void> {
    const unknown = payers.filter((one) => !this.#known.has(nameOf(one)));
    if (unknown.length === 0) return;
    const { accounts, keys } = emptyStateRows(unknown);
    await allAnswered([
      sendRows(client, { ...accountStates, existing: 'keep' }, accounts),
      sendRows(client, { ...keyStates, existing: 'keep' }, keys),
    ]);
    if (this.#known.size > maxKnown) this.#known.clear();
    for (const one of unknown) this.#known.add(nameOf(one));
  }
}

function nameOf({ keyId, accountId }: Payer): string {
  return `${accountId} ${keyId}`;
}

export function createPipelinedTransaction(
  pool: ShortPool,
  stateRows: StateRows,
): LedgerTransaction {
  return (question, decide) =>
    withClient(pool, async (client) => {
      try {
        const answer = await ask(client, question, stateRows);
        const { result, changes } = decide(answer);
        await (changes === undefined ? client.query('rollback') : write(client, changes));
        return result;
      } catch (error) {
        // A failed statement has ended the transaction for the others; a broken connection is not reused.
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
}

const accountStates = { table: 'account_states', identity: ['account_id'] } as const;
const keyStates = { table: 'key_states', identity: ['key_id'] } as const;
const reservations = { table: 'reservations', identity: ['exchange_id'] } as const;

/** The record of an old exchange may have been deleted; its charges still exist. */
const exchanges: Upsert = {
  table: 'exchanges',
  identity: ['id'],
  existing: 'keep',
  computed: { settled_at: clock },
  where: 'not exists (select 1 from ledger where ledger.exchange_id = given.id)',
};

async function ask(
  client: PipelinedClient,
  { payers, reservations: wanted = [], records = [] }: LedgerQuestion,
  stateRows: StateRows,
): Promise<LedgerAnswer> {
  const accountIds = payers.map(({ accountId }) => accountId);
  const keyIds = payers.map(({ keyId }) => keyId);
  const rows = records.map((record) => encodeExchange(record, 0));
  const [, , states, added, found, facts] = await allAnswered([
    stateRows.add(client, payers),
    client.query(begin),
    lockStates(client, accountIds, keyIds),
    sendRows(client, exchanges, rows),
    wanted.length === 0
      ? Promise.resolve([])
      : select<Schema['reservations']>(client, findReservations, [wanted]),
    select<{ readonly now: number; readonly prepaid: readonly string[] }>(client, readFacts, [
      accountIds,
    ]),
  ]);
  const [{ now, prepaid } = { now: 0, prepaid: [] }] = facts;
  return {
    states,
    added: new Set((added as readonly { readonly id: string }[]).map(({ id }) => id)),
    reservations: found,
    prepaid: new Set(prepaid),
    now,
  };
}

/**
 * Between its two round trips, a process holds the rows of accounts. When it is suspended there, as by `docker pause`, the
 * server gives them to others after a second, before their own time limit.
 */
export const begin = `begin; set local idle_in_transaction_session_timeout = 1000;
  set local lock_timeout = ${String(lockTimeoutMs)}`;

/** Locks the states that have rows, and returns them: accounts before keys and each in order, so that nobody deadlocks. */
export async function lockStates(
  client: PipelinedClient,
  accountIds: readonly string[],
  keyIds: readonly string[],
): Promise<States> {
  const [accounts, keys] = await allAnswered([
    select<Schema['account_states']>(client, lockAccounts, [sortedIds(accountIds)]),
    select<Schema['key_states']>(client, lockKeys, [sortedIds(keyIds)]),
  ]);
  return {
    accounts: accounts.map((row) => accountStateCodec.decode(row)),
    keys: keys.map(decodeKeyState),
  };
}

/** The changes and the commit share a round trip: after a failed statement, a commit rolls back. */
async function write(client: PipelinedClient, changes: LedgerChanges): Promise<void> {
  const { states, entries = [], sums = [] } = changes;
  await allAnswered([
    sendRows(
      client,
      { ...accountStates, existing: 'replace' },
      states.accounts.map((state) => accountStateCodec.encode(state)),
    ),
    sendRows(client, { ...keyStates, existing: 'replace' }, states.keys.map(encodeKeyState)),
    remove(client, deleteExchanges, changes.deletedRecords),
    remove(client, deleteReservations, changes.deletedReservations),
    sendRows(client, { ...reservations, existing: 'fail' }, changes.addedReservations ?? []),
    sendRows(client, { ...reservations, existing: 'replace' }, changes.changedReservations ?? []),
    sendRows(
      client,
      ledger,
      entries.map((entry) => entryCodec.encode(entry)),
    ),
    sendRows(client, usageSums, sums),
    client.query('commit'),
  ]);
}

const ledger = { table: 'ledger', identity: ['id'], existing: 'fail' } as const;
const usageSums = { table: 'usage_sums', identity: usageSumIdentity, existing: 'add' } as const;

/** Never `*`: a statement that is prepared fails once a later version has added a column to its result. */
export const stateColumns = {
  accounts: Object.keys(accountStateCodec.encode(emptyAccountState(''))).join(', '),
  keys: Object.keys(encodeKeyState(emptyKeyState('', 0))).join(', '),
};
const lockAccounts = {
  name: 'parley_lock_accounts',
  text: `select ${stateColumns.accounts} from account_states where account_id = any($1::text[])
    order by account_id for update`,
};
const lockKeys = {
  name: 'parley_lock_keys',
  text: `select ${stateColumns.keys} from key_states where key_id = any($1::text[])
    order by key_id for update`,
};
const findReservations = {
  name: 'parley_find_reservations',
  text: `select ${reservationColumns.join(', ')} from reservations where exchange_id = any($1::text[])`,
};
const deleteReservations = {
  name: 'parley_delete_reservations',
  text: 'delete from reservations where exchange_id = any($1::text[])',
};
const deleteExchanges = {
  name: 'parley_delete_exchanges',
  text: 'delete from exchanges where id = any($1::text[])',
};
const readFacts = {
  name: 'parley_read_facts',
  text: `select ${clock} as now,
    array(select id from accounts where id = any($1::text[]) and prepaid = 1) as prepaid`,
};

async function select<Row>(
  client: PipelinedClient,
  statement: typeof lockKeys,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  return (await client.query(statement, parameters)).rows as readonly Row[];
}

async function remove(
  client: PipelinedClient,
  statement: typeof lockKeys,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length > 0) await client.query(statement, [ids]);
}

function sortedIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
