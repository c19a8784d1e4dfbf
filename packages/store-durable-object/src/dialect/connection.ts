/** Runs kysely's queries on the storage of a Durable Object, and its transactions as those of the object. */
import { StoreUnavailableError } from '@parley/core/store';
import { DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult, RootOperationNode } from 'kysely';
import type { DurableObjectStorage } from '../durable-object-state.ts';
import { bindValues } from './bound-values.ts';

export class StorageConnection implements DatabaseConnection {
  readonly #storage: DurableObjectStorage;
  /** Of the latest transaction. */
  #end: TransactionEnd | undefined;
  #ended: Promise<void> | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** @throws StoreUnavailableError */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { sql, values } = bindValues(query.sql, query.parameters);
      const rows = this.#storage.sql.exec(sql, ...values).toArray() as Row[];
      return isChange(query.query) ? { rows, numAffectedRows: this.#countChanges() } : { rows };
    } catch (cause) {
      return rejectAsUnavailable(cause);
    }
  }

  streamQuery(): never {
    throw new StoreUnavailableError('This driver reads rows as a whole.');
  }

  /**
   * The storage accepts a transaction as one closure and rejects `begin`, while kysely begins and ends one
   * with two calls: the closure waits for the second. Nothing else runs on this connection meanwhile, because
   * kysely serves one user at a time.
   */
  async begin(): Promise<void> {
    await new Promise<void>((begun, failed) => {
      this.#ended = this.#storage.transaction(
        () =>
          new Promise<void>((commit, rollback) => {
            this.#end = { commit, rollback };
            begun();
          }),
      );
      this.#ended.catch(failed);
    }).catch(rejectAsUnavailable);
  }

  async commit(): Promise<void> {
    this.#end?.commit();
    await this.#ended?.catch(rejectAsUnavailable);
  }

  async rollback(): Promise<void> {
    this.#end?.rollback(new Error('Rolled back.'));
    // It rejects with our own reason, or had failed before: either way it is rolled back.
    await this.#ended?.catch(() => undefined);
  }

  /** The cursor's own count includes the rows of indexes. */
  #countChanges(): bigint {
    const [row] = this.#storage.sql.exec('select changes() as changes').toArray();
    return BigInt(Number(row?.['changes'] ?? 0));
  }
}

interface TransactionEnd {
  readonly commit: () => void;
  readonly rollback: (reason: Error) => void;
}

function isChange(query: RootOperationNode): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}

function rejectAsUnavailable(cause: unknown): never {
  throw new StoreUnavailableError('The storage of the Durable Object could not serve.', { cause });
}
