/** Reads and writes the entities of the configuration and their common version; part of `createSqlStore`. */
import {
  entityFields,
  type EntityKind,
  type EntityRecord,
  type EntitySet,
  type EntityStore,
  StoreReferenceError,
} from '@parley/core/store';
import { sql, type Kysely } from 'kysely';
import { listHolds } from './conditions.ts';
import type { DatabaseFacts } from './database.ts';
import { createRowCodec, type RowOf } from './row-codec.ts';
import type { Schema } from './schema.ts';

const codec = createRowCodec<EntityRecord>(entityFields);

export function createEntityStore(database: Kysely<Schema>, facts: DatabaseFacts): EntityStore {
  return {
    readEntityVersion: () => readEntityVersion(database),
    readEntities: () => readEntities(database),
    saveEntity: (entity) => saveEntity(database, entity),
    deleteEntity: (kind, name, unbound = false) =>
      database.transaction().execute(async (transaction) => {
        if (!(await deleteEntity(transaction, kind, name))) return false;
        // After the deletion, which waits for transactions that have locked the group for their keys.
        if (unbound && (await isBound(transaction, facts, name))) {
          throw new StoreReferenceError('A key is bound to this group.');
        }
        return true;
      }),
  };
}

async function readEntityVersion(database: Kysely<Schema>): Promise<number> {
  const row = await database
    .selectFrom('entity_version')
    .select('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** One statement, so that the version and the entities are consistent. */
async function readEntities(database: Kysely<Schema>): Promise<EntitySet> {
  const rows = await database
    .selectFrom('entity_version')
    .leftJoin('entities', (join) => join.onTrue())
    .select(['version', 'kind', 'name', 'body', 'updated_at'])
    .orderBy('kind')
    .orderBy('name')
    .execute();
  return { version: rows[0]?.version ?? 0, entities: rows.flatMap(decodeEntity) };
}

async function saveEntity(database: Kysely<Schema>, entity: EntityRecord): Promise<void> {
  const row = codec.encode(entity);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('entities')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(row))
      .execute();
    await incrementVersion(transaction);
  });
}

async function deleteEntity(
  transaction: Kysely<Schema>,
  kind: EntityKind,
  name: string,
): Promise<boolean> {
  const result = await transaction
    .deleteFrom('entities')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) return false;
  await incrementVersion(transaction);
  return true;
}

async function isBound(
  transaction: Kysely<Schema>,
  facts: DatabaseFacts,
  group: string,
): Promise<boolean> {
  const key = await transaction
    .selectFrom('keys')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((where) => listHolds(facts, where.ref('keys.groups'), group))
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}

/**
 * Locks groups until the transaction ends, so that none is deleted while a key is bound to it.
 * @throws StoreReferenceError when one of them does not exist
 */
export async function lockGroups(
  transaction: Kysely<Schema>,
  { rowLocks }: DatabaseFacts,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const rows = await transaction
    .selectFrom('entities')
    .select('name')
    .where('kind', '=', 'group')
    .where('name', 'in', names)
    .$if(rowLocks, (query) => query.forShare())
    .execute();
  if (rows.length < new Set(names).size) throw new StoreReferenceError('There is no such group.');
}

/** Comes last in a transaction, because transactions that lock in the same order cannot deadlock. */
async function incrementVersion(transaction: Kysely<Schema>): Promise<void> {
  await transaction
    .updateTable('entity_version')
    .set({ version: sql`version + 1` })
    .execute();
}

type NullableRow = {
  readonly [Column in keyof RowOf<EntityRecord>]: RowOf<EntityRecord>[Column] | null;
};

/** Without entities the join returns the version with null columns. */
function decodeEntity({ kind, name, body, updated_at }: NullableRow): readonly EntityRecord[] {
  if (kind === null || name === null || body === null || updated_at === null) return [];
  return [codec.decode({ kind, name, body, updated_at })];
}
