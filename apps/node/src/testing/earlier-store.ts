/** Makes the store of a test look as an earlier version of Parley left it. */
import { DatabaseSync } from 'node:sqlite';

/** Forgets the last migration of a closed store. */
export function makeEarlier(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(
    'delete from kysely_migration where name = (select max(name) from kysely_migration)',
  );
  database.close();
}

/** The number of migrations that a store has had. */
export function countMigrations(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('select count(*) as count from kysely_migration').get();
  database.close();
  return row?.['count'];
}
