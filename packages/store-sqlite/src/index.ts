/** The embedded store: `@parley/store-sqlite`. */
export { copyDatabase } from './copy-database.ts';
export type { Pause } from './hot-statements.ts';
export { createSqliteStore, openSqliteDatabase } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './sqlite-store.ts';
export type { TableUpgrade } from '@parley/store-sql';
