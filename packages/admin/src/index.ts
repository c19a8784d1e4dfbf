/* What operators do, for the admin API and for every command line that a host has. */
export {
  createHealthBoard,
  createManagedConfiguration,
  createSealer,
  type ManagedConfiguration,
  readSecretKey,
  type Sealer,
} from '@parley/core/extension';
export { createAdmin, type AdminOptions } from './admin.ts';
export type { ConsoleFile, ConsoleFiles } from './console/files.ts';
export * from './accounts/account-schemas.ts';
export * from './accounts/accounts.ts';
export * from './users/admin-tokens.ts';
export * from './audit/audit-log.ts';
export * from './models/call-names.ts';
export { formatDollars, parseDollars } from './shared/dollars.ts';
export * from './configuration/entities.ts';
export { entityInputs } from './configuration/entity-schemas.ts';
export { entityView, type EntityView } from './configuration/entity-view.ts';
export { exchangeView, type ExchangeView } from './exchanges/exchange.ts';
export * from './exchanges/exchanges.ts';
export * from './exchanges/exchange-cost.ts';
export * from './keys/key.ts';
export * from './keys/keys.ts';
export * from './usage/latency.ts';
export * from './exchanges/live-exchanges.ts';
export * from './ledger/ledger-report.ts';
export * from './ledger/ledger-entry.ts';
export * from './ledger/ledger.ts';
export type { ConfigurationOperator, Operator } from './shared/operator.ts';
export type { Page } from './shared/page.ts';
export * from './upstreams/providers.ts';
export * from './ledger/quarantine.ts';
export * from './models/resolution.ts';
export { createSignInLink } from './sessions/sign-in-link.ts';
export * from './upstreams/upstream-health.ts';
export * from './usage/usage.ts';
export * from './users/users.ts';
