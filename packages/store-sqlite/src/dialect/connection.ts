/** Runs kysely's queries on `node:sqlite`; used by the dialect. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { StoreUnavailableError } from '@parley/core/store';
import { DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult, RootOperationNode } from 'kysely';
import { toUnavailable } from '../failure.ts';
import { createWritePatience, waitWhileBusy } from './busy-retry.ts';
import { createStatementCache } from './statement-cache.ts';

export interface SqliteConnection extends DatabaseConnection {
  /** Runs SQL without parameters and without a result. @throws StoreUnavailableError */
  execute(sql: string): Promise<void>;
}

/** Runs kysely's queries on `node:sqlite` and prepares each SQL text once. */
export function createConnection(database: DatabaseSync, busyTimeoutMs: number): SqliteConnection {
  const statements = createStatementCache((sql) => database.prepare(sql));
  const read = <Result>(step: () => Result): Promise<Result> => waitWhileBusy(busyTimeoutMs, step);
  const write = createWritePatience(busyTimeoutMs);
  return {
    // Prepared, because on Deno only the errors of prepared statements carry SQLite's code.
    execute: (sql) =>
      write(() => {
        statements.get(sql).run();
      }).catch(rejectAsUnavailable),
    executeQuery: <Row>(query: CompiledQuery) =>
      (isWrite(query.query) ? write : read)(() =>
        runStatement<Row>(statements.get(query.sql), query),
      ).catch(rejectAsUnavailable),
    streamQuery: () => {
      throw new StoreUnavailableError('This driver reads rows as a whole.');
    },
  };
}

function rejectAsUnavailable(cause: unknown): never {
  throw toUnavailable('The SQLite database could not serve', cause);
}

function runStatement<Row>(statement: StatementSync, query: CompiledQuery): QueryResult<Row> {
  const parameters = query.parameters as readonly SQLInputValue[];
  if (returnsRows(query.query)) return { rows: statement.all(...parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
}

/** Also true for statements without rows, such as schema changes, which may be read in the same way. */
function returnsRows(query: RootOperationNode): boolean {
  return !isWrite(query) || query.returning !== undefined;
}

function isWrite(
  query: RootOperationNode,
): query is InsertQueryNode | UpdateQueryNode | DeleteQueryNode {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}
