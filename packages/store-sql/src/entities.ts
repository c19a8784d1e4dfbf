/** Reads and writes the entities of the configuration and their common version; part of `createSqlStore`. */
import {
  entityFields,
  type EntityKind,
  type EntityRecord,
  type EntitySet,
  type EntityStore,
} from '@parley/core/store';
import { sql, type Kysely } from 'kysely';
import { createRowCodec, type RowOf } from './row-codec.ts';
import type { Schema } from './schema.ts';

const codec = createRowCodec<EntityRecord>(entityFields);

export function createEntityStore(database: Kysely<Schema>): EntityStore {
  return {
    readEntityVersion: () => readEntityVersion(database),
    readEntities: () => readEntities(database),
    saveEntity: (entity) => saveEntity(database, entity),
    deleteEntity: (kind, name) => deleteEntity(database, kind, name),
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
  database: Kysely<Schema>,
  kind: EntityKind,
  name: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const result = await transaction
      .deleteFrom('entities')
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) return false;
    await incrementVersion(transaction);
    return true;
  });
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
