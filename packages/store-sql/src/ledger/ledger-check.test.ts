import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type TransactionSettings,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../schema.ts';
import { checkLedger } from './ledger-check.ts';

/** Notes how transactions begin. It gives no rows, not even those of counts. */
class EmptyDriver extends DummyDriver {
  readonly begun: TransactionSettings[] = [];

  override async beginTransaction(
    _connection?: DatabaseConnection,
    settings: TransactionSettings = {},
  ): Promise<void> {
    this.begun.push(settings);
  }
}

describe('the check of the ledger', () => {
  it.each([
    [true, 'repeatable read'],
    [false, undefined],
  ])('sees one moment of the database (rows are locked: %s)', async (rowLocks, isolationLevel) => {
    const driver = new EmptyDriver();
    const database = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (one) => new PostgresIntrospector(one),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    const facts = { dialect: 'postgresql', rowLocks, now: () => Promise.resolve(0) } as const;
    await expect(checkLedger(database, facts)).rejects.toThrow(/^A count of rows gave none\.$/);
    expect(driver.begun).toMatchObject([{ isolationLevel }]);
  });
});
