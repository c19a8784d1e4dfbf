import type { LedgerEntry, LedgerFilter } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { decodeLedgerEntry } from './ledger-row.ts';
import { checkListLimit } from './list-limit.ts';
import type { Schema } from './schema.ts';

/** Newest first. */
export async function listLedger(
  database: Kysely<Schema>,
  filter: LedgerFilter,
): Promise<readonly LedgerEntry[]> {
  const { accountId, keyId, exchangeId, kind, from, until, after, limit } = filter;
  checkListLimit(limit);
  let query = database.selectFrom('ledger').selectAll();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (exchangeId !== undefined) query = query.where('exchange_id', '=', exchangeId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (from !== undefined) query = query.where('at', '>=', Math.ceil(from));
  if (until !== undefined) query = query.where('at', '<', Math.ceil(until));
  if (after !== undefined) {
    query = query.where((where) =>
      where(where.refTuple('at', 'id'), '<', where.tuple(after.at, after.id)),
    );
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(decodeLedgerEntry);
}
