/** The suite that every store driver must pass, and the samples of its tests. */
export { describeStore } from './suite.ts';
export type { ProcessSupport, StoreHarness, StoreSuiteOptions, StoreSupport } from './harness.ts';
export { startStoreProcess } from './process/parent.ts';
export type { StoreProcess } from './process/parent.ts';
export type { Spending, StoreTask } from './process/task.ts';
export {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  sampleAdminToken,
  sampleAuditEntry,
  sampleEntity,
  sampleExchange,
  sampleHash,
  sampleKey,
  sampleResponse,
  sampleSecret,
  sampleSession,
  sampleUser,
  settleSample,
  settlementOf,
  settlementOfCost,
  type SampleAmounts,
} from './samples/index.ts';
export {
  expectMoneyRows,
  lastMigrationWithoutUnits,
  oldMoneyRows,
  undoUnitNames,
} from './old-version.ts';
export { createServerProxy, type ProxyState, type ServerProxy } from './server-proxy.ts';
