/* What operators do, for the admin API and for every command line that a host has. */
export {
  createCircuitBreaker,
  createManagedConfiguration,
  createSecretCipher,
  type ManagedConfiguration,
  readSecretKey,
  type SecretCipher,
} from '@parley/core/extension';
export { createAdmin, type AdminOptions } from './admin.ts';
export type { ConsoleFile, ConsoleFiles } from './http/console/files.ts';
export * from './accounts/account-schemas.ts';
export * from './accounts/accounts.ts';
export * from './accounts/admin-tokens.ts';
export * from './records/audit-log.ts';
export * from './models/call-names.ts';
export { formatDollars, parseDollars } from './dollars.ts';
export * from './entities/entities.ts';
export { entityInputs } from './entities/entity-schemas.ts';
export { entityView, type EntityView } from './entities/entity-view.ts';
export { exchangeView, type ExchangeView } from './records/exchange-view.ts';
export * from './records/exchanges.ts';
export * from './models/explanation.ts';
export * from './keys/key-schemas.ts';
export * from './keys/keys.ts';
export * from './records/latency.ts';
export * from './records/live-exchanges.ts';
export * from './records/ledger-report.ts';
export * from './records/ledger-view.ts';
export * from './records/ledger.ts';
export type { ConfigurationOperator, Operator } from './operator.ts';
export type { Page } from './page.ts';
export * from './models/providers.ts';
export * from './models/quarantine.ts';
export * from './models/resolution.ts';
export { createSignInLink } from './sessions/sign-in-link.ts';
export * from './models/upstream-health.ts';
export * from './records/usage.ts';
export * from './accounts/users.ts';
