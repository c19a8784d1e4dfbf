/** What a program needs that runs a gateway: `@parley/core`. */

// The gateway
export type { GatewayOptions } from './gateway-parts.ts';
export { createGateway, type Gateway } from './gateway.ts';
export type {
  ExtensionContext,
  FindKey,
  GatewayExtension,
  IdentifiedKey,
  IncomingRequest,
} from './context.ts';
export type { AttemptSummary, ExchangeSummary } from './pipeline/record/exchange-summary.ts';
export { GatewayError, redactSecrets } from '@parley/protocol';

// What a host may provide
export * from './ports.ts';
export { systemClock } from './clock.ts';
export type { SinkHost } from './http/direct-answer.ts';
export { defaultLimits, type Limits } from './limits.ts';
export type { ContentDecoders } from './pipeline/request/content-coding.ts';
export { createFetchTransport, type NetworkOptions } from './pipeline/upstream/fetch-transport.ts';

// The store
export * from './store/index.ts';

// Secrets of keys and of operators
export {
  createAdminSecret,
  createKeySecret,
  describeAdminSecret,
  hashSecret,
  type NewSecret,
} from './keys/secret.ts';

// Configuration
export {
  configurationFromEnvironment,
  originsFromEnvironment,
} from './configuration/environment.ts';
export { mergeConfigurations } from './configuration/merge.ts';
export { findNearestNames } from './configuration/names.ts';
export { originKey, type ConfigurationOrigins, type Origin } from './configuration/origin.ts';
export * from './configuration/problem.ts';
export { checkReferences } from './configuration/references.ts';
export * from './configuration/schema.ts';
export type { OidcConfiguration, SignInConfiguration } from './configuration/sign-in-schema.ts';
export type { TierName } from './configuration/tier-schema.ts';
export type { TracesConfiguration } from './configuration/traces-schema.ts';
export type { Environment } from './configuration/variables.ts';

// Providers, models and routing
export {
  discoverModels,
  type Discovery,
  type DiscoveryOptions,
} from './models/catalogue/discovery.ts';
export type { Provider } from './models/providers/provider.ts';
export { findProvider, providers } from './models/providers/providers.ts';
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
export type { DiscoveredModel } from './models/routing/upstream.ts';

// Estimates of tokens
export { estimateTextTokens } from './billing/tokens/estimate-text.ts';
export { estimateErrorPercent, type TokenFamily } from './billing/tokens/token-family.ts';
