/** What packages that add endpoints to a gateway build on, such as `@parley/admin`: `@parley/core/extension`. */

// A gateway and its extensions
export type {
  ExtensionContext,
  FindKey,
  GatewayExtension,
  IdentifiedKey,
  IncomingRequest,
} from './context.ts';
export { createGateway } from './gateway.ts';
export type { AttemptSummary, ExchangeSummary } from './pipeline/record/exchange-summary.ts';
export { systemClock } from './clock.ts';
export { waitAtMost } from './wait-at-most.ts';
export type { Limits } from './limits.ts';
export {
  UpstreamConnectionError,
  type Clock,
  type Host,
  type Logger,
  type UpstreamTransport,
} from './ports.ts';

// Requests and their errors
export type { EndpointDescription, Policy } from './http/endpoint.ts';
export { describeEndpoints, type EndpointName } from './http/endpoints.ts';
export {
  createUnknownEndpointError,
  showPath,
  type NearestOptions,
} from './http/unknown-endpoint.ts';
export { readBody, type BodyOptions } from './pipeline/request/body.ts';
export { joinBytes } from './pipeline/request/join-bytes.ts';
export type { ContentDecoders } from './pipeline/request/content-coding.ts';
export type { Interruption } from './pipeline/request/interruption.ts';
export { createExchangeId } from './pipeline/request/exchange-id.ts';
export type { AdmissionState } from './pipeline/capacity/admission-gate.ts';
export { respondError } from './pipeline/response/error-response.ts';
export { toGatewayError } from './store/errors.ts';

// Keys and other credentials
export { identifyCaller, type Caller, type IdentifyOptions } from './pipeline/request/caller.ts';
export { isAddressRange, isOnList, readHop } from './keys/addresses.ts';
export {
  refuseCredential,
  refuseGuess,
  type AuthFailureLimiter,
  type WrongCredential,
} from './keys/auth-failure-limiter.ts';
export type { KeyDirectory } from './keys/directory.ts';
export {
  createAdminSecret,
  createKeySecret,
  createSessionSecret,
  hashSecret,
  isAdminShaped,
  isKeyShaped,
  isSessionShaped,
  type NewSecret,
} from './keys/secret.ts';
export { checkAddress, checkKey, hasEnded } from './keys/validity.ts';

// Configuration
export { readDestination, type Destination } from './models/providers/url-credentials.ts';
export { databaseUrlSchema, redisUrlSchema } from './configuration/storage-schema.ts';
export {
  createSecretCipher,
  readSecretKeys,
  type SecretCipher,
  type SecretKey,
  type SecretKeys,
} from './configuration/encryption.ts';
export {
  credentialContext,
  decodeEntities,
  decodeEntity,
  decryptHeaders,
  encryptedCredentialField,
  encryptedHeadersField,
  headerContext,
  sections,
  type DeclaredEntity,
  type DecodedEntity,
  type EntityProblem,
} from './configuration/entities.ts';
export type {
  AlertsConfiguration,
  AlertType,
  WebhookConfiguration,
} from './configuration/alerts-schema.ts';
export { findCause, type IssueCause } from './configuration/issue-cause.ts';
export { mergeEntities, type MergedConfiguration } from './configuration/merge-entities.ts';
export { originKey, type ConfigurationOrigins, type Origin } from './configuration/origin.ts';
export { priceSchema } from './configuration/price-schema.ts';
export {
  configurationSchema,
  groupSchema,
  modelSchema,
  upstreamSchema,
  type Configuration,
} from './configuration/schema.ts';
export {
  emailAddress,
  type OidcConfiguration,
  type SignInConfiguration,
} from './configuration/sign-in-schema.ts';
export type { TierName } from './configuration/tier-schema.ts';
export type { TracesConfiguration } from './configuration/traces-schema.ts';
export {
  createManagedConfiguration,
  type ManagedConfiguration,
  type ManagedOptions,
} from './models/managed-configuration.ts';

// Providers and upstreams
export {
  baseUrlVariables,
  dialectsOfPlainAddress,
  exampleBaseUrl,
  firstDialect,
} from './models/providers/addresses.ts';
export type { Provider } from './models/providers/provider.ts';
export { providers } from './models/providers/providers.ts';
export { defaultTimeouts, type DiscoveredModel } from './models/routing/upstream.ts';
export {
  createCircuitBreaker,
  upstreamStates,
  type CircuitBreaker,
  type CircuitBreakerOptions,
  type UpstreamFailure,
  type UpstreamHealth,
  type UpstreamState,
} from './models/routing/circuit-breaker.ts';
export { describeToOperator } from './models/routing/failure-message.ts';
export {
  createRateLimitCooldowns,
  type CooledTarget,
  type RateLimitCooldowns,
  type Refusal,
} from './models/routing/rate-limit-cooldowns.ts';
export {
  testUpstream,
  type ListedModels,
  type UpstreamTest,
  type UpstreamTestOptions,
} from './pipeline/upstream/upstream-test.ts';

// Routing
export { findResolution, resolveCallName, type Resolution } from './models/routing/call-name.ts';
export type { Draw } from './models/routing/draw.ts';
export { explainResolution, type Explanation } from './models/routing/explain.ts';
export type { Scope } from './models/routing/scope.ts';
export {
  chooseDialect,
  explainOrder,
  orderTargets,
  type SelectionInput,
} from './models/routing/select.ts';
export type {
  DiscoveredModels,
  Group,
  OverloadLimits,
  Route,
  Snapshot,
  Target,
  Upstream,
} from './models/routing/snapshot.ts';
export type { TierRule } from './models/routing/tiers.ts';
export {
  listUsableNames,
  type ModelEntry,
  type ModelListOptions,
  type UsableName,
} from './models/routing/usable-names.ts';

// Prices and costs
export {
  costOf,
  readArithmetic,
  toolUsesOf,
  type Arithmetic,
  type Cost,
} from './billing/cost/cost.ts';
export type { FeeCount, FeeName, Fees, FeeTerms } from './models/pricing/fees.ts';
export { knownFees } from './models/pricing/known-fees.ts';
export { explainCharge, explainCost } from './billing/cost/explain-cost.ts';
export { catalogueEdition } from './models/pricing/catalogue.ts';
export {
  plainMultiplier,
  type FoundPrice,
  type Price,
  type PriceTier,
  type Rates,
  type Validity,
} from './models/pricing/price.ts';
export type {
  ListedPrice,
  PriceBook,
  PricedModel,
  PriceOrigin,
  SalePriceBook,
} from './models/pricing/price-book.ts';
export type { PricedUpstream } from './models/pricing/own-address.ts';
export {
  checkPrices,
  type CheckedPrice,
  type PriceCheckOptions,
  type PriceState,
} from './models/pricing/price-check.ts';
export { quotePrice, type Quote, type QuotedRoute } from './models/routing/quote.ts';

// Limits and usage
export { limitsMoney, needsPrice, type KeyWithAccount } from './billing/quota/limits/limited.ts';
export { LimitRefusal, type Refused } from './billing/quota/limits/refusal.ts';
export { settleLeft, type LeftSettlements } from './billing/quota/settlement/settle-left.ts';
export {
  createCalendar,
  isTimeZone,
  listOffsets,
  type Calendar,
  type OffsetSpan,
} from './billing/usage/calendar.ts';
export { keyStatus, type KeyStatus } from './billing/usage/key-limits.ts';
