/** Reads and writes the responses that are stored for clients; part of `createSqlStore`. */
import {
  responseFields,
  toStorableText,
  type ResponseSum,
  type PendingResponseId,
  type ResponseStore,
  type StoredResponse,
} from '@parley/core/store';
import { sql, type Kysely } from 'kysely';
import { createRowCodec, type RowOf } from './row-codec.ts';
import type { Schema } from './schema.ts';

const codec = createRowCodec<StoredResponse>(responseFields);
type ResponseRow = RowOf<StoredResponse>;

/** The maximum number of expired responses that one save deletes, which bounds how long it takes. */
const sweepSize = 100;

/** How many responses of a key are deleted at once, which bounds how long it takes. */
const trimSize = 1_000;

/** How many items one query searches for; databases limit the parameters of a statement. */
const itemsAtOnce = 500;

export function createResponseStore(database: Kysely<Schema>): ResponseStore {
  return {
    saveResponse: (response) => saveResponse(database, response),
    replaceResponse: (response, seen) => replaceResponse(database, response, seen),
    findResponse: (keyId, id) => findResponse(database, keyId, id),
    listPendingResponses: (limit) => listPendingResponses(database, limit),
    findResponsesByItem: (keyId, itemIds) => findResponsesByItem(database, keyId, itemIds),
    sumConversations: (keyId, now) => sumConversations(database, keyId, now),
    trimResponses: (keyId, most) => trimResponses(database, keyId, most),
    deleteResponse: (keyId, id) => deleteResponse(database, keyId, id),
  };
}

/** Stores a response, and deletes some of those that have expired. */
async function saveResponse(database: Kysely<Schema>, response: StoredResponse): Promise<void> {
  const row = codec.encode(response);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('responses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['key_id', 'id']).doUpdateSet(row))
      .execute();
    await replaceItems(transaction, response);
    await sweep(transaction, row.created_at);
  });
}

/** Returns false where the response was deleted meanwhile, or has another expiry than the given one. */
async function replaceResponse(
  database: Kysely<Schema>,
  response: StoredResponse,
  seenExpiry?: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const update = transaction
      .updateTable('responses')
      .set(codec.encode(response))
      .where('key_id', '=', response.keyId)
      .where('id', '=', response.id);
    const seen = seenExpiry === undefined ? update : update.where('expires_at', '=', seenExpiry);
    const result = await seen.executeTakeFirst();
    const isKept = result.numUpdatedRows > 0n;
    if (isKept) await replaceItems(transaction, response);
    return isKept;
  });
}

async function findResponse(
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
  return row && codec.decode(row);
}

async function findResponsesByItem(
  database: Kysely<Schema>,
  keyId: string,
  itemIds: readonly string[],
): Promise<readonly StoredResponse[]> {
  const found = new Map<string, ResponseRow>();
  for (let start = 0; start < itemIds.length; start += itemsAtOnce) {
    const wanted = itemIds.slice(start, start + itemsAtOnce).map(toStorableText);
    for (const row of await selectByItems(database, keyId, wanted)) found.set(row.id, row);
  }
  return [...found.values()].sort(byAge).map((row) => codec.decode(row));
}

async function listPendingResponses(
  database: Kysely<Schema>,
  limit: number,
): Promise<readonly PendingResponseId[]> {
  const rows = await database
    .selectFrom('responses')
    .select(['key_id', 'id'])
    .where('pending', 'is not', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ key_id: keyId, id }) => ({ keyId, id }));
}

async function sumConversations(
  database: Kysely<Schema>,
  keyId: string,
  now: number,
): Promise<ResponseSum> {
  const { count, length } = await sumLengths(database, 'conversation_length', keyId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return { count, length };
}

function sumLengths(
  database: Kysely<Schema>,
  column: 'conversation_length' | 'response_length',
  keyId: string,
) {
  return database
    .selectFrom('responses')
    .select([
      sql<number>`count(*)`.as('count'),
      // A sum of no rows is null, and PostgreSQL's sum of integers has arbitrary precision.
      sql<number>`coalesce(cast(sum(${sql.ref(column)}) as bigint), 0)`.as('length'),
    ])
    .where('key_id', '=', keyId)
    .where(column, 'is not', null);
}

/**
 * Deletes the oldest responses of a key beyond a limit. All processes delete them in the same order, so that none waits
 * for another in a circle.
 */
async function trimResponses(
  database: Kysely<Schema>,
  keyId: string,
  most: ResponseSum,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const sum = sumLengths(transaction, 'response_length', keyId);
    let { count, length } = await sum.executeTakeFirstOrThrow();
    let deleted = 0;
    if (count <= most.count && length <= most.length) return deleted;
    for (const oldest of await selectOldest(transaction, keyId)) {
      if (count <= most.count && length <= most.length) break;
      await deleteResponse(transaction, keyId, oldest.id);
      count -= 1;
      length -= oldest.response_length ?? 0;
      deleted += 1;
    }
    return deleted;
  });
}

/** The index of this order has all that is read. */
async function selectOldest(
  transaction: Kysely<Schema>,
  keyId: string,
): Promise<readonly Pick<ResponseRow, 'id' | 'response_length'>[]> {
  return transaction
    .selectFrom('responses')
    .select(['id', 'response_length'])
    .where('key_id', '=', keyId)
    .where('response_length', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(trimSize)
    .execute();
}

/** The foreign key deletes the rows of its items. */
async function deleteResponse(
  database: Kysely<Schema>,
  keyId: string,
  id: string,
): Promise<boolean> {
  const result = await database
    .deleteFrom('responses')
    .where('key_id', '=', keyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function replaceItems(
  transaction: Kysely<Schema>,
  { keyId, id, itemIds }: StoredResponse,
): Promise<void> {
  await transaction
    .deleteFrom('response_items')
    .where('key_id', '=', keyId)
    .where('response_id', '=', id)
    .execute();
  for (const itemId of itemIds) {
    await transaction
      .insertInto('response_items')
      .values({ key_id: keyId, item_id: toStorableText(itemId), response_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function sweep(transaction: Kysely<Schema>, now: number): Promise<void> {
  const expired = await transaction
    .selectFrom('responses')
    .select(['key_id', 'id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(sweepSize)
    .execute();
  for (const { key_id: keyId, id } of expired) await deleteResponse(transaction, keyId, id);
}

async function selectByItems(
  database: Kysely<Schema>,
  keyId: string,
  itemIds: readonly string[],
): Promise<readonly ResponseRow[]> {
  return database
    .selectFrom('responses')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('id', 'in', (holders) =>
      holders
        .selectFrom('response_items')
        .select('response_id')
        .where('key_id', '=', keyId)
        .where('item_id', 'in', itemIds),
    )
    .execute();
}

function byAge(left: ResponseRow, right: ResponseRow): number {
  return right.created_at - left.created_at || (left.id < right.id ? 1 : -1);
}
