import type { AccountState } from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { AccountStateRow } from './ledger-schema.ts';
import type { Schema } from './schema.ts';

/** The money of accounts; one that has never had any is not among them. */
export async function readAccountStates(
  database: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountState>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('account_states')
    .selectAll()
    .where('account_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.account_id, decodeAccountState(row)]));
}

export function decodeAccountState(row: AccountStateRow): AccountState {
  return {
    accountId: row.account_id,
    granted: row.granted,
    spent: row.spent,
    reserved: row.reserved,
  };
}
