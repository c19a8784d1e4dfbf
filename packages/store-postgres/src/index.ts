/** The store on PostgreSQL: `@parley/store-postgres`. */
export { createPostgresStore, openPostgresDatabase } from './postgres-store.ts';
export type { PoolOptions } from './pool.ts';
export type { PostgresStoreOptions } from './postgres-store.ts';
export { compareServerClock, type ClockDifference } from './server-clock.ts';
export type { TableUpgrade } from '@parley/store-sql';
