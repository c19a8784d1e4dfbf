import { StoreConflictError } from '@parley/core/store';
import type { KeyRecord } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { fromNullable, toFlag, toInteger, toNullable, toText } from './column.ts';
import type { KeyRow, Schema } from './schema.ts';

export async function addKey(database: Kysely<Schema>, key: KeyRecord): Promise<void> {
  const result = await database
    .insertInto('keys')
    .values(encodeKey(key))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('A key with this id or hash exists already.');
  }
}

export async function findKey(
  database: Kysely<Schema>,
  hash: string,
): Promise<KeyRecord | undefined> {
  const row = await database
    .selectFrom('keys')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && decodeKey(row);
}

export async function listKeys(database: Kysely<Schema>): Promise<readonly KeyRecord[]> {
  const rows = await database
    .selectFrom('keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(decodeKey);
}

export async function setKeyDisabled(
  database: Kysely<Schema>,
  id: string,
  disabled: boolean,
): Promise<boolean> {
  const result = await database
    .updateTable('keys')
    .set({ disabled: toFlag(disabled) })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function encodeKey(key: KeyRecord): KeyRow {
  return {
    id: key.id,
    hash: key.hash,
    display: key.display,
    name: toText(key.name),
    group_name: key.group,
    created_at: toInteger(key.createdAt),
    expires_at: toNullable(key.expiresAt, toInteger),
    disabled: toFlag(key.disabled),
  };
}

function decodeKey(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    hash: row.hash,
    display: row.display,
    name: row.name,
    group: row.group_name,
    createdAt: row.created_at,
    ...fromNullable('expiresAt', row.expires_at),
    disabled: row.disabled === 1,
  };
}
