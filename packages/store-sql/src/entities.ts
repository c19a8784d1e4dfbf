/** Reads and writes the entities of the configuration and their common version; part of `createSqlStore`. */
import {
  checkUnchanged,
  entityFields,
  type EntityKind,
  type EntityRecord,
  type EntitySet,
  type EntityStore,
  StoreChangedError,
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
    saveEntity: (entity, expected) =>
      database.transaction().execute(async (transaction) => {
        if (expected !== undefined) {
          checkUnchanged((await lockEntity(transaction, facts, entity)) ?? 'none', expected);
        }
        await saveEntity(transaction, entity, expected === 'none');
      }),
    deleteEntity: (kind, name, { unbound = false, expected } = {}) =>
      database.transaction().execute(async (transaction) => {
        if (expected !== undefined) {
          const current = await lockEntity(transaction, facts, { kind, name });
          if (current === undefined) return false;
          checkUnchanged(current, expected);
        }
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

/** Returns an entity, which is locked until the transaction ends; `undefined` when there is none. */
async function lockEntity(
  transaction: Kysely<Schema>,
  { rowLocks }: DatabaseFacts,
  { kind, name }: Pick<EntityRecord, 'kind' | 'name'>,
): Promise<EntityRecord | undefined> {
  const row = await transaction
    .selectFrom('entities')
    .selectAll()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .$if(rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && codec.decode(row);
}

/** @param isNew whether there must be none: what does not exist yet cannot be locked */
async function saveEntity(
  transaction: Kysely<Schema>,
  entity: EntityRecord,
  isNew: boolean,
): Promise<void> {
  const row = codec.encode(entity);
  const result = await transaction
    .insertInto('entities')
    .values(row)
    .onConflict((conflict) => {
      const target = conflict.columns(['kind', 'name']);
      return isNew ? target.doNothing() : target.doUpdateSet(row);
    })
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreChangedError('Such an entity exists by now.');
  }
  await incrementVersion(transaction);
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
