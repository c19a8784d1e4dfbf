export { createPostgresStore, openPostgresDatabase } from './postgres-store.ts';
export type { PostgresStoreOptions } from './postgres-store.ts';
