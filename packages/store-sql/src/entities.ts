import type { EntityKind, EntityRecord, EntitySet } from '@parley/core/store';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { toInteger, toText } from './column.ts';
import type { EntityRow, Schema } from './schema.ts';

export async function readEntityVersion(database: Kysely<Schema>): Promise<number> {
  const row = await database
    .selectFrom('entity_version')
    .select('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** One statement, so that the version and the entities are those of one moment. */
export async function readEntities(database: Kysely<Schema>): Promise<EntitySet> {
  const rows = await database
    .selectFrom('entity_version')
    .leftJoin('entities', (join) => join.onTrue())
    .select(['version', 'kind', 'name', 'body', 'updated_at'])
    .orderBy('kind')
    .orderBy('name')
    .execute();
  return { version: rows[0]?.version ?? 0, entities: rows.flatMap(decodeEntity) };
}

export async function saveEntity(database: Kysely<Schema>, entity: EntityRecord): Promise<void> {
  const row = encodeEntity(entity);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('entities')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(row))
      .execute();
    await countUp(transaction);
  });
}

export async function deleteEntity(
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
    await countUp(transaction);
    return true;
  });
}

/** Comes last in a transaction: who locks in the same order cannot wait for each other. */
async function countUp(transaction: Kysely<Schema>): Promise<void> {
  await transaction
    .updateTable('entity_version')
    .set({ version: sql`version + 1` })
    .execute();
}

function encodeEntity(entity: EntityRecord): EntityRow {
  return {
    kind: entity.kind,
    name: entity.name,
    body: toText(entity.body),
    updated_at: toInteger(entity.updatedAt),
  };
}

/** Without any entity the join gives the version beside an empty one. */
function decodeEntity(row: { readonly [Column in keyof EntityRow]: EntityRow[Column] | null }) {
  const { kind, name, body, updated_at: updatedAt } = row;
  if (kind === null || name === null || body === null || updatedAt === null) return [];
  return [{ kind, name, body, updatedAt }];
}
