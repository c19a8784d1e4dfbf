/** Runs kysely's queries on `node:sqlite`; used by the dialect's driver. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { StoreUnavailableError } from '@parley/core/store';
import { DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult, RootOperationNode } from 'kysely';
import { waitWhileBusy } from './busy-retry.ts';
import { createStatementCache } from './statement-cache.ts';

export interface SqliteConnection extends DatabaseConnection {
  /** Runs SQL without parameters and without a result. @throws StoreUnavailableError */
  execute(sql: string): Promise<void>;
}

/** Runs kysely's queries on `node:sqlite` and prepares each SQL text once. */
export function createConnection(database: DatabaseSync, busyTimeoutMs: number): SqliteConnection {
  const statements = createStatementCache((sql) => database.prepare(sql));
  const run = <Result>(step: () => Result): Promise<Result> =>
    waitWhileBusy(busyTimeoutMs, step).catch(rejectAsUnavailable);
  return {
    // Prepared, because on Deno only the errors of prepared statements carry SQLite's code.
    execute: (sql) =>
      run(() => {
        statements.get(sql).run();
      }),
    executeQuery: <Row>(query: CompiledQuery) =>
      run(() => runStatement<Row>(statements.get(query.sql), query)),
    streamQuery: () => {
      throw new StoreUnavailableError('This driver reads rows as a whole.');
    },
  };
}

function rejectAsUnavailable(cause: unknown): never {
  throw new StoreUnavailableError('The SQLite database could not serve.', { cause });
}

function runStatement<Row>(statement: StatementSync, query: CompiledQuery): QueryResult<Row> {
  const parameters = query.parameters as readonly SQLInputValue[];
  if (givesRows(query.query)) return { rows: statement.all(...parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
}

/** Whether to read rows. Statements without rows, such as schema changes, may be read in the same way. */
function givesRows(query: RootOperationNode): boolean {
  if (InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)) {
    return query.returning !== undefined;
  }
  return true;
}
