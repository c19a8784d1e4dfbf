/** The migration that adds sessions and users; listed in `migrations.ts`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what browsers hold instead of credentials, and people who sign in with an identity provider. */
export const sessionsAndUsers: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await createSessions(database);
    await createUsers(database);
  },
};

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_reference', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('sessions_by_expiry')
    .on('sessions')
    .columns(['expires_at'])
    .execute();
}

async function createUsers(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('invited', 'integer', (column) => column.notNull())
    .addColumn('issuer', 'text')
    .addColumn('subject', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_signed_in_at', 'bigint')
    .execute();
}
