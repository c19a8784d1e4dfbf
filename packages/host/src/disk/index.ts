/** What the entries of runtimes with files share. */
export {
  findConfiguration,
  loadFromDisk,
  readConfigurationFile,
  type DiskConfiguration,
  type FindOptions,
} from './configuration-file.ts';
export { contentDecoders } from './content-decoders.ts';
export {
  createDataFolder,
  databaseName,
  findDataFolder,
  outboxName,
  probeDataFolder,
  secretsFileName,
} from './data-folder.ts';
export { decodeResponse } from './decoded-response.ts';
export { failCall } from './open-files.ts';
export {
  findEmbeddedStore,
  findTraces,
  openEmbeddedStore,
  type OpenFile,
} from './embedded-store.ts';
export {
  defaultHost,
  findHost,
  formatBaseUrl,
  isLoopback,
  parsePort,
  requirePort,
  withoutBrackets,
  type ListenAddress,
} from './process/listen-address.ts';
export { createLoadMonitor, type LoadMonitorOptions } from './process/load-monitor.ts';
export { createProcessLogger, type ProcessLoggerOptions } from './process/process-logger.ts';
export {
  parseSeconds,
  readProcessSettings,
  requireDrain,
  requireGrace,
  type ProcessSettings,
} from './process/process-settings.ts';
export { runGateway, type Listener, type RunOptions } from './process/run-gateway.ts';
export type { MetricFamily, MetricsPeers } from '../start/start-host.ts';
export {
  configurationExitCode,
  describeFailure,
  isConfigurationFault,
  runProgram,
  writeFailure,
} from './process/run-program.ts';
export { findRunningGateway, type RunningGateway } from './process/running-gateway.ts';
export { findSecretKeyFile } from './secret-key-file.ts';
export { readSecretVariables } from './mounted-secrets.ts';
export { explainFileError } from './file-reason.ts';
export { openSettlementOutbox } from './outbox/settlement-outbox.ts';
export { runAtTurnEnd, waitForTurnEnd, type TurnStage } from './process/turn-end.ts';
export { watchStopSignals, type StopSignal, type StopWatch } from './process/stop-signal.ts';
