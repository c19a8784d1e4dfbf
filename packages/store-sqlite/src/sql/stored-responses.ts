import type { StoredResponse } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { toInteger } from './column.ts';
import type { Schema, StoredResponseRow } from './schema.ts';

/** How many expired answers one save takes away at most, so that no save grows slow. */
const sweepSize = 100;

/** Keeps an answer, and takes away some of what has expired by its time. */
export async function saveResponse(
  database: Kysely<Schema>,
  response: StoredResponse,
): Promise<void> {
  const row = encodeResponse(response);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('responses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['key_id', 'id']).doUpdateSet(row))
      .execute();
    const expired = await transaction
      .selectFrom('responses')
      .select(['key_id', 'id'])
      .where('expires_at', '<=', row.created_at)
      .orderBy('expires_at')
      .limit(sweepSize)
      .execute();
    for (const { key_id: keyId, id } of expired) await remove(transaction, keyId, id);
  });
}

export async function findResponse(
  database: Kysely<Schema>,
  keyId: string,
  id: string,
): Promise<StoredResponse | undefined> {
  const row = await database
    .selectFrom('responses')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && decodeResponse(row);
}

export async function deleteResponse(
  database: Kysely<Schema>,
  keyId: string,
  id: string,
): Promise<boolean> {
  return remove(database, keyId, id);
}

async function remove(database: Kysely<Schema>, keyId: string, id: string): Promise<boolean> {
  const result = await database
    .deleteFrom('responses')
    .where('key_id', '=', keyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function encodeResponse(response: StoredResponse): StoredResponseRow {
  return {
    id: response.id,
    key_id: response.keyId,
    created_at: toInteger(response.createdAt),
    expires_at: toInteger(response.expiresAt),
    input: response.input,
    body: response.body,
  };
}

function decodeResponse(row: StoredResponseRow): StoredResponse {
  return {
    id: row.id,
    keyId: row.key_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    input: row.input,
    body: row.body,
  };
}
