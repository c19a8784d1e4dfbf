/** The migration that adds the lengths of stored responses; listed in `migrations.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The index has all that is read to find the oldest responses of a key, so that no response itself is read. Responses
 * that are stored already get no length, as that would read them all: they expire within thirty days.
 */
export const responseLengths: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const length = 'response_length';
    await database.schema.alterTable('responses').addColumn(length, 'bigint').execute();
    await database.schema
      .createIndex('responses_by_age')
      .on('responses')
      .columns(['key_id', 'created_at', 'id', length])
      .where(sql.ref(length), 'is not', null)
      .execute();
  },
};
