/** What the entries of all runtimes share; needs only the web platform. */
export { ConfigurationFileError, formatFault, type Fault } from './configuration/fault.ts';
export {
  configurationVariable,
  loadConfiguration,
  type ConfigurationSources,
  type LoadedConfiguration,
} from './configuration/load.ts';
export type { WrittenConfiguration } from './configuration/parse.ts';
export { findSecretKey } from './configuration/secret-key.ts';
export { parseSource, type Path, type SourceDocument } from './configuration/source-document.ts';
export type { Environment, SubstitutionOptions } from './configuration/substitution.ts';
export {
  createLogger,
  escapeControls,
  escapeLines,
  findLogFormat,
  findLogLevel,
  logFormats,
  logLevels,
  requireLogFormat,
  requireLogLevel,
  type LogFormat,
  type LoggerOptions,
} from './logging/logger.ts';
export {
  acceptAdminToken,
  adminTokenVariable,
  chooseGroup,
  createFirstSecrets,
  type FirstSecrets,
  type FirstSecretsOptions,
  type FirstSecretsOutcome,
  type KeptSecrets,
} from './start/first-secrets.ts';
export { createBanner, type BannerFacts } from './start/banner-content.ts';
export {
  prepareUnattended,
  startHost,
  type HostSettings,
  type StartedHost,
} from './start/start-host.ts';
export {
  checkRedis,
  compareClock,
  findDatabaseUrl,
  findRedisUrl,
  findStoreUrl,
  openStore,
  type OpenedStore,
  type StoreSettings,
} from './store/open-store.ts';
export type { ClockDifference } from '@parley/store-postgres';
export { openTrialStore } from './store/trial-store.ts';
