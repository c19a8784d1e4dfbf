/** The contract of the store, for the gateway and for drivers: `@parley/core/store`. */
export { noUsage } from '@parley/protocol';
export * from './accounts.ts';
export * from './administration.ts';
export * from './entities.ts';
export {
  StoreChangedError,
  StoreConflictError,
  StoreEmptyError,
  StoreLockedError,
  StoreReferenceError,
  StoreUnavailableError,
  StoreVersionError,
  type StoreFault,
} from './errors.ts';
export * from './exchanges.ts';
export * from './keys.ts';
export * from './ledger.ts';
export * from './money.ts';
export * from './records.ts';
export * from './reservations.ts';
export * from './responses.ts';
export * from './settlement-text.ts';
export { storeMethods, type Store } from './store.ts';
export * from './usage.ts';
