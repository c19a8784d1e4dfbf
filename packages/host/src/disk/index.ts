export {
  findConfiguration,
  loadFromDisk,
  readConfigurationFile,
  type DiskConfiguration,
  type FindOptions,
} from './configuration-file.ts';
export { createDataFolder, databaseName, findDataFolder } from './data-folder.ts';
export { openEmbeddedStore } from './embedded-store.ts';
export { createSettlementSpool } from './settlement-spool.ts';
