/** What packages that add endpoints to a gateway build on, such as `@parley/admin`. */
export { catalogueEdition } from './models/pricing/catalogue.ts';
export { checkPrices, type CheckedPrice, type PriceState } from './models/pricing/price-check.ts';
export { costOf, readArithmetic } from './billing/pricing/cost.ts';
export { explainCharge, explainCost } from './billing/pricing/explain-cost.ts';
export {
  type FoundPrice,
  plainMultiplier,
  type Price,
  type Rates,
} from './models/pricing/price.ts';
export { quotePrice } from './models/routing/quote.ts';
export { limitsMoney, needsPrice } from './billing/quota/limited.ts';
export { LimitRefusal } from './billing/quota/refusal.ts';
export { settleLeft } from './billing/quota/settle-left.ts';
export { type Calendar, createCalendar, isTimeZone } from './billing/usage/calendar.ts';
export { listOffsets, type OffsetSpan } from './billing/usage/calendar.ts';
export { keyStatus } from './billing/usage/key-limits.ts';
export { systemClock } from './clock.ts';
export {
  decodeEntity,
  type EntityProblem,
  decodeEntities,
  decryptHeaders,
  encryptedCredentialField,
  encryptedHeadersField,
  headerContext,
  credentialContext,
  sections,
} from './configuration/entities.ts';
export { mergeEntities } from './configuration/merge-entities.ts';
export {
  createManagedConfiguration,
  type ManagedConfiguration,
} from './models/managed-configuration.ts';
export { type Origin, originKey } from './configuration/origin.ts';
export {
  type AlertsConfiguration,
  type AlertType,
  type WebhookConfiguration,
} from './configuration/alerts-schema.ts';
export { priceSchema } from './configuration/price-schema.ts';
export {
  type Configuration,
  configurationSchema,
  groupSchema,
  modelSchema,
  upstreamSchema,
} from './configuration/schema.ts';
export {
  createSecretCipher,
  readSecretKey,
  type SecretCipher,
} from './configuration/encryption.ts';
export { emailAddress, type OidcConfiguration } from './configuration/sign-in-schema.ts';
export type * from './context.ts';
export { createGateway } from './gateway.ts';
export type { Endpoint } from './http/endpoint.ts';
export { endpoints } from './http/endpoints.ts';
export { isAddressRange, isOnList } from './keys/addresses.ts';
export { createUnknownEndpointError } from './http/unknown-endpoint.ts';
export { refuseCredential, refuseGuess } from './keys/auth-failure-limiter.ts';
export {
  createAdminSecret,
  createKeySecret,
  createSessionSecret,
  hashSecret,
  isAdminShaped,
  isKeyShaped,
  isSessionShaped,
} from './keys/secret.ts';
export { checkAddress, checkKey, hasEnded } from './keys/validity.ts';
export { type Limits } from './limits.ts';
export { UpstreamConnectionError } from './ports.ts';
export { testUpstream } from './pipeline/upstream/upstream-test.ts';
export { firstDialect } from './models/providers/addresses.ts';
export { type Provider } from './models/providers/provider.ts';
export { providers } from './models/providers/providers.ts';
export { baseUrlVariables } from './models/providers/addresses.ts';
export { findResolution, type Resolution, resolveCallName } from './models/routing/call-name.ts';
export { explainResolution } from './models/routing/explain.ts';
export {
  createCircuitBreaker,
  type CircuitBreaker,
  type UpstreamFailure,
  upstreamStates,
} from './models/routing/circuit-breaker.ts';
export {
  createRateLimitCooldowns,
  type RateLimitCooldowns,
} from './models/routing/rate-limit-cooldowns.ts';
export { listUsableNames, type UsableName } from './models/routing/usable-names.ts';
export { type Scope } from './models/routing/scope.ts';
export {
  chooseDialect,
  explainOrder,
  orderTargets,
  type SelectionInput,
} from './models/routing/select.ts';
export {
  type Group,
  type Snapshot,
  type Target,
  type Upstream,
} from './models/routing/snapshot.ts';
export { defaultTimeouts } from './models/routing/upstream.ts';
export { readBody } from './pipeline/body.ts';
export { identifyCaller } from './pipeline/caller.ts';
export { respondError } from './pipeline/error-response.ts';
export { createExchangeId } from './pipeline/ids.ts';
export { type ExchangeSummary } from './pipeline/exchange-summary.ts';
export { type Clock, type Host, type Logger, type UpstreamTransport } from './ports.ts';
export { toGatewayError } from './store/errors.ts';
