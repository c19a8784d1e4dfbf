/** The migration that adds the lengths of conversations; listed in `migrations.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The index has all that a sum of the conversations of a key reads, so that no conversation itself is read. */
export const conversationLengths: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const length = 'conversation_length';
    await database.schema.alterTable('responses').addColumn(length, 'bigint').execute();
    await database.schema
      .createIndex('responses_conversations')
      .on('responses')
      .columns(['key_id', 'expires_at', length])
      .where(sql.ref(length), 'is not', null)
      .execute();
  },
};
