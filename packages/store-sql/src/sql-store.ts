/** The whole store on any migrated SQL database; drivers provide the database. */
import type { Store } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { createAccountStore } from './accounts.ts';
import { createAdminStore } from './administration.ts';
import type { DatabaseFacts } from './database.ts';
import { createEntityStore } from './entities.ts';
import { createExchangeStore } from './exchanges.ts';
import { createGate, guard } from './gate.ts';
import { createKeyStore } from './keys.ts';
import { checkLedger } from './ledger/ledger-check.ts';
import { createSqlLedger } from './ledger/ledger.ts';
import { createResponseStore } from './responses.ts';
import { deleteAudit } from './retention.ts';
import type { Schema } from './schema.ts';
import { createSessionStore, createUserStore } from './sessions.ts';

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
    ...guard(gate, createEntityStore(database, facts)),
    ...guard(gate, createAdminStore(database, facts)),
    ...guard(gate, createReports(reports, facts)),
    ...guard(gate, createSessionStore(database)),
    ...guard(gate, createUserStore(database)),
    ...guard(gate, createResponseStore(database)),
    check: () => gate.run(() => readMigrations(database)),
    close: () => gate.close(closeDatabase),
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

/** Every opened database has this table, and it is never empty. */
async function readMigrations(database: Kysely<Schema>): Promise<void> {
  await database
    .$extendTables<{ [DEFAULT_MIGRATION_TABLE]: { readonly name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .limit(1)
    .executeTakeFirstOrThrow();
}
