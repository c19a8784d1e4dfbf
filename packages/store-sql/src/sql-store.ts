/** The whole store on any migrated SQL database; drivers provide the database. */
import type {
  AdminStore,
  EntityStore,
  ExchangeStore,
  ResponseStore,
  Store,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { createAccountStore } from './accounts.ts';
import {
  addAdminToken,
  addFirst,
  addAuditEntry,
  deleteAdminToken,
  findAdminToken,
  listAdminTokens,
  listAudit,
} from './administration.ts';
import type { DatabaseFacts } from './database.ts';
import { deleteEntity, readEntities, readEntityVersion, saveEntity } from './entities.ts';
import {
  findExchange,
  findExchangeStart,
  findExchanges,
  listExchanges,
  listSettled,
} from './exchanges.ts';
import { createGate, guard } from './gate.ts';
import { createKeyStore } from './keys.ts';
import { measureLatency } from './latency.ts';
import { checkLedger } from './ledger/ledger-check.ts';
import { createSqlLedger } from './ledger/ledger.ts';
import {
  deleteResponse,
  findResponse,
  findResponsesByItem,
  listPendingResponses,
  replaceResponse,
  saveResponse,
  sumConversations,
  trimResponses,
} from './responses.ts';
import { deleteAudit, deleteExchanges } from './retention.ts';
import type { Schema } from './schema.ts';
import { createSessionStore, createUserStore } from './sessions.ts';
import { sumUsage } from './usage-sums.ts';

export interface SqlStoreOptions {
  readonly facts: DatabaseFacts;
  /**
   * The same database for operations that may take long, such as reports and deletions; where a driver limits
   * the time of the others. `database` by default.
   */
  readonly reports?: Kysely<Schema>;
  /** Runs once, when the store is closed and its last write has ended. */
  readonly closeDatabase: () => void | Promise<void>;
}

/** The store on any migrated database that kysely supports. */
export function createSqlStore(
  database: Kysely<Schema>,
  { facts, reports = database, closeDatabase }: SqlStoreOptions,
): Store {
  const gate = createGate();
  return {
    ...guard(gate, createKeyStore(database, facts)),
    ...guard(gate, createAccountStore(database, facts)),
    ...guard(gate, createSqlLedger(database, facts)),
    ...guard(gate, createExchangeStore(reports, facts)),
    ...guard(gate, createEntityStore(database)),
    ...guard(gate, createAdminStore(database, facts)),
    ...guard(gate, createReports(reports, facts)),
    ...guard(gate, createSessionStore(database)),
    ...guard(gate, createUserStore(database)),
    ...guard(gate, createResponseStore(database)),
    check: () => gate.run(() => readMigrations(database)),
    close: () => gate.close(closeDatabase),
  };
}

function createExchangeStore(database: Kysely<Schema>, facts: DatabaseFacts): ExchangeStore {
  return {
    findExchange: (id) => findExchange(database, id),
    findExchanges: (ids) => findExchanges(database, ids),
    listSettled: (filter) => listSettled(database, facts, filter),
    readTime: () => facts.now(database),
    deleteExchanges: (deletion) => deleteExchanges(database, facts, deletion),
    listExchanges: (filter) => listExchanges(database, facts, filter),
    findExchangeStart: (place) => findExchangeStart(database, facts, place),
    sumUsage: (query) => sumUsage(database, facts, query),
    measureLatency: (query) => measureLatency(database, facts, query),
  };
}

/** The operations of other parts of the contract that read or delete many rows. */
function createReports(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
): Pick<Store, 'checkLedger' | 'deleteAudit'> {
  return {
    checkLedger: () => checkLedger(database, facts),
    deleteAudit: (deletion) => deleteAudit(database, facts, deletion),
  };
}

function createEntityStore(database: Kysely<Schema>): EntityStore {
  return {
    readEntityVersion: () => readEntityVersion(database),
    readEntities: () => readEntities(database),
    saveEntity: (entity) => saveEntity(database, entity),
    deleteEntity: (kind, name) => deleteEntity(database, kind, name),
  };
}

function createAdminStore(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
): Omit<AdminStore, 'deleteAudit'> {
  return {
    addFirst: (first) => addFirst(database, facts, first),
    addAdminToken: (token) => addAdminToken(database, token),
    findAdminToken: (hash) => findAdminToken(database, hash),
    listAdminTokens: () => listAdminTokens(database),
    deleteAdminToken: (id) => deleteAdminToken(database, id),
    addAuditEntry: (entry) => addAuditEntry(database, entry),
    listAudit: (filter) => listAudit(database, filter),
  };
}

function createResponseStore(database: Kysely<Schema>): ResponseStore {
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

/** Every opened database has this table, and it is never empty. */
async function readMigrations(database: Kysely<Schema>): Promise<void> {
  await database
    .$extendTables<{ [DEFAULT_MIGRATION_TABLE]: { readonly name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .limit(1)
    .executeTakeFirstOrThrow();
}
