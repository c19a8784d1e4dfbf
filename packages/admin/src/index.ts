/**
 * The admin package: `createAdmin` adds the admin API and the console to a gateway; the other functions do the
 * same work without HTTP, for command lines.
 */
export { createAdmin, type AdminOptions } from './admin.ts';
export {
  accountChanges,
  accountView,
  type AccountView,
  adjustment,
  newAccount,
  topUp,
} from './accounts/account.ts';
export * from './accounts/accounts.ts';
export { auditQuery, auditView, listAudit, type AuditView } from './audit/audit-log.ts';
export * from './configuration/entities.ts';
export type { EntityId } from './configuration/entity-checks.ts';
export { entityInputs, entityView, type EntityView } from './configuration/entity.ts';
export { reencryptSecrets, type Reencryption } from './configuration/reencryption.ts';
export type { ConsoleFile, ConsoleFiles } from './console/files.ts';
export { exchangeView, type ExchangeView } from './exchanges/exchange.ts';
export { explainExchange, explanationView } from './exchanges/exchange-cost.ts';
export {
  type ExchangeFilter,
  exchangeFilter,
  exchangeQuery,
  listExchanges,
  readExchange,
} from './exchanges/exchanges.ts';
export { followExchanges, type FollowOptions, type LiveEvent } from './exchanges/live-exchanges.ts';
export type { LiveStreamLimits } from './http/live-streams.ts';
export {
  createdKeyView,
  type CreatedKeyView,
  keyChanges,
  keyView,
  type KeyView,
  newKey,
  rotation,
} from './keys/key.ts';
export {
  changeKey,
  createKey,
  deleteKey,
  keyQuery,
  listKeys,
  readKey,
  rotateKey,
} from './keys/keys.ts';
export {
  checkLedger,
  ledgerQuery,
  ledgerReportView,
  ledgerView,
  type LedgerView,
  listLedger,
} from './ledger/ledger.ts';
export { chargeQuarantined, quarantineReportView } from './ledger/quarantine.ts';
export {
  callNameQuery,
  callNameView,
  type CallNameView,
  listCallNames,
} from './models/call-names.ts';
export * from './models/resolution.ts';
export { createSignInLink } from './sessions/sign-in.ts';
export { formatDollars, parseDollars } from './shared/dollars.ts';
export { groupsOf, type ConfigurationOperator, type Operator } from './shared/operator.ts';
export type { Page } from './shared/page.ts';
export { createAlerts } from './alerts/alerts.ts';
export { testWebhook, type WebhookOutcome, type WebhookSender } from './alerts/webhook.ts';
export { createTraces } from './traces/traces.ts';
export * from './upstreams/providers.ts';
export * from './upstreams/upstream-health.ts';
export * from './usage/latency.ts';
export { sumUsage, usageQuery, usageView, type UsageView } from './usage/usage.ts';
export * from './users/admin-tokens.ts';
export * from './users/users.ts';
