/** What a driver needs to build a store on a SQL database: `@parley/store-sql`. */
export { copyStore, type CopyProgress } from './copy-store.ts';
export type { DatabaseFacts, SqlDatabase } from './database.ts';
export { encodeExchange, encodeExchangeValues, exchangeColumns } from './exchange-codec.ts';
export { createGate, guard, type Gate } from './gate.ts';
export {
  createGroupCommit,
  type BatchWrite,
  type GroupCommitLimits,
} from './ledger/group-commit.ts';
export type { HotStatements, Payer, States } from './hot-statements.ts';
export type {
  LedgerAnswer,
  LedgerChanges,
  LedgerDecision,
  LedgerQuestion,
  LedgerTransaction,
} from './ledger-transaction.ts';
export type {
  StateChange,
  TentativeAnswer,
  TentativeCorrection,
  TentativeHold,
  TentativeStatements,
} from './tentative-statements.ts';
export { entryCodec } from './ledger/entries.ts';
export { encodeHeld, reservationColumns, type HeldColumns } from './ledger/held.ts';
export { createKyselyStatements } from './ledger/kysely-statements.ts';
export type { FindLocked } from './ledger/locked-accounts.ts';
export { migrateToLatest, type MigrationOptions, type TableUpgrade } from './migrations/migrate.ts';
export { migrations } from './migrations/migrations.ts';
export type { ColumnOf, Flag, KeptAs, RowCodec, RowOf, SnakeCase } from './row-codec.ts';
export type {
  AccountRow,
  Deletable,
  EntityVersionRow,
  ExchangeRow,
  KeyRow,
  KeyStateRow,
  KeyTotals,
  NullableUsageColumns,
  ReservationRow,
  ResponseItemRow,
  Schema,
  SessionRow,
  UsageColumns,
  UsageSumRow,
  UserRow,
  WindowColumns,
} from './schema.ts';
export { createSqlStore, type SqlStoreOptions } from './sql-store.ts';
export { accountStateCodec, decodeKeyState, emptyStateRows, encodeKeyState } from './states.ts';
export { usageSumCounts, usageSumIdentity } from './usage-sums.ts';
