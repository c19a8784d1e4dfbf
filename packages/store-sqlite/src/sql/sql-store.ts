import type { Store } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { addAdminToken, countAdminTokens, findAdminToken } from './admin-tokens.ts';
import { encodeExchange } from './exchange-row.ts';
import { findExchange, insertExchanges, listExchanges } from './exchanges.ts';
import { createGate } from './gate.ts';
import { createGroupCommit } from './group-commit.ts';
import { addKey, findKey, listKeys, setKeyDisabled } from './keys.ts';
import type { ExchangeRow, Schema } from './schema.ts';
import { deleteResponse, findResponse, saveResponse } from './stored-responses.ts';

/**
 * The store over any migrated database that kysely speaks to. Nothing in this folder knows SQLite.
 * @param closeDatabase runs once, when the store is closed and its last write has ended.
 */
export function createSqlStore(
  database: Kysely<Schema>,
  closeDatabase: () => void | Promise<void>,
): Store {
  const gate = createGate();
  const commitExchange = createGroupCommit<ExchangeRow>((rows) => insertExchanges(database, rows));
  return {
    addKey: (key) => gate.run(() => addKey(database, key)),
    findKey: (hash) => gate.run(() => findKey(database, hash)),
    listKeys: () => gate.run(() => listKeys(database)),
    setKeyDisabled: (id, disabled) => gate.run(() => setKeyDisabled(database, id, disabled)),
    addAdminToken: (token) => gate.run(() => addAdminToken(database, token)),
    findAdminToken: (hash) => gate.run(() => findAdminToken(database, hash)),
    countAdminTokens: () => gate.run(() => countAdminTokens(database)),
    recordExchange: (record) => gate.run(() => commitExchange(encodeExchange(record))),
    findExchange: (id) => gate.run(() => findExchange(database, id)),
    listExchanges: (filter) => gate.run(() => listExchanges(database, filter)),
    saveResponse: (response) => gate.run(() => saveResponse(database, response)),
    findResponse: (keyId, id) => gate.run(() => findResponse(database, keyId, id)),
    deleteResponse: (keyId, id) => gate.run(() => deleteResponse(database, keyId, id)),
    check: () => gate.run(() => readMigrations(database)),
    close: () => gate.close(closeDatabase),
  };
}

/** Every opened database has this table, and it is never empty. */
async function readMigrations(database: Kysely<Schema>): Promise<void> {
  await database
    .$extendTables<{ [DEFAULT_MIGRATION_TABLE]: { readonly name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .limit(1)
    .executeTakeFirstOrThrow();
}
