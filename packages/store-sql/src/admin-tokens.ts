import { StoreConflictError } from '@parley/core/store';
import type { AdminTokenRecord } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { toInteger, toText } from './column.ts';
import type { AdminTokenRow, Schema } from './schema.ts';

export async function addAdminToken(
  database: Kysely<Schema>,
  token: AdminTokenRecord,
): Promise<void> {
  const result = await database
    .insertInto('admin_tokens')
    .values(encodeAdminToken(token))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('An admin token with this id or hash exists already.');
  }
}

export async function findAdminToken(
  database: Kysely<Schema>,
  hash: string,
): Promise<AdminTokenRecord | undefined> {
  const row = await database
    .selectFrom('admin_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && decodeAdminToken(row);
}

export async function listAdminTokens(
  database: Kysely<Schema>,
): Promise<readonly AdminTokenRecord[]> {
  const rows = await database
    .selectFrom('admin_tokens')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(decodeAdminToken);
}

export async function deleteAdminToken(database: Kysely<Schema>, id: string): Promise<boolean> {
  const result = await database.deleteFrom('admin_tokens').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function encodeAdminToken(token: AdminTokenRecord): AdminTokenRow {
  return {
    id: token.id,
    name: toText(token.name),
    role: token.role,
    hash: token.hash,
    display: token.display,
    created_at: toInteger(token.createdAt),
  };
}

function decodeAdminToken(row: AdminTokenRow): AdminTokenRecord {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    hash: row.hash,
    display: row.display,
    createdAt: row.created_at,
  };
}
