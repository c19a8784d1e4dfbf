/** A cache of prepared statements; used by the connection. */

export interface StatementCache<Statement> {
  get(sql: string): Statement;
}

/**
 * Keeps prepared statements by their SQL text. The store has few texts; the limit only guards against a query
 * whose text grows with its input. The oldest entry is removed first.
 */
export function createStatementCache<Statement>(
  prepare: (sql: string) => Statement,
  limit = 256,
): StatementCache<Statement> {
  const statements = new Map<string, Statement>();

  function add(sql: string): Statement {
    const statement = prepare(sql);
    const [oldest] = statements.keys();
    if (statements.size >= limit && oldest !== undefined) statements.delete(oldest);
    statements.set(sql, statement);
    return statement;
  }

  return { get: (sql) => statements.get(sql) ?? add(sql) };
}
