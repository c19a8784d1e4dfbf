export { createSqliteStore } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './sqlite-store.ts';
