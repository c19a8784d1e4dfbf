/** The embedded store: `@parley/store-sqlite`. */
export { createSqliteStore, openSqliteDatabase } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './sqlite-store.ts';
