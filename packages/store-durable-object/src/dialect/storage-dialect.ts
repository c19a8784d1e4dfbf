/** The kysely dialect for the SQLite storage of a Durable Object. */
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Dialect, Driver } from 'kysely';
import type { DurableObjectStorage } from '../durable-object-state.ts';
import { StorageConnection } from './connection.ts';

export function createStorageDialect(storage: DurableObjectStorage): Dialect {
  return {
    createDriver: () => createDriver(storage),
    createQueryCompiler: () => new NumberedCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/** One connection; kysely itself serialises its users. */
function createDriver(storage: DurableObjectStorage): Driver {
  const connection = new StorageConnection(storage);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: () => connection.begin(),
    commitTransaction: () => connection.commit(),
    rollbackTransaction: () => connection.rollback(),
    destroy: () => Promise.resolve(),
  };
}

/** Numbers the parameters, so that each can be found in the text of a statement. */
class NumberedCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `?${this.numParameters}`;
  }
}

/** SQLite can roll back schema changes, and our migrations use none of the exceptions. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
