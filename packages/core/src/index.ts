export { GatewayError, redactSecrets } from '@parley/protocol';
export { systemClock } from './clock.ts';
export { discoverModels } from './models/catalogue/discovery.ts';
export {
  configurationFromEnvironment,
  originsFromEnvironment,
} from './configuration/environment.ts';
export { configurationJsonSchema } from './configuration/schema.ts';
export { mergeConfigurations } from './configuration/merge.ts';
export { originKey, type ConfigurationOrigins, type Origin } from './configuration/origin.ts';
export * from './configuration/problem.ts';
export { findNearestNames } from './configuration/names.ts';
export { checkReferences } from './configuration/references.ts';
export * from './configuration/schema.ts';
export type { GatewayContext, GatewayExtension } from './context.ts';
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
export {
  createAdminSecret,
  createKeySecret,
  describeAdminSecret,
  hashSecret,
  type NewSecret,
} from './keys/secret.ts';
export { defaultLimits, type Limits } from './limits.ts';
export * from './ports.ts';
export type { Provider } from './models/providers/provider.ts';
export { findProvider, providers } from './models/providers/providers.ts';
export type { Group, Route, Snapshot, Target, Upstream } from './models/routing/snapshot.ts';
export * from './store/index.ts';
export { estimateErrorPercent } from './billing/tokens/token-family.ts';
export { estimateTextTokens } from './billing/tokens/estimate-text.ts';
export { type TokenFamily } from './billing/tokens/token-family.ts';
export { createFetchTransport, type NetworkOptions } from './pipeline/upstream/fetch-transport.ts';
