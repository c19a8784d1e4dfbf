/** The contract of what Parley stores, for the gateway and its drivers: `@parley/core/store`. */
import type { AccountStore } from './accounts.ts';
import type { AdminStore, SessionStore, UserStore } from './administration.ts';
import type { EntityStore } from './entities.ts';
import type { ExchangeStore } from './exchanges.ts';
import type { KeyStore } from './keys.ts';
import type { LedgerStore } from './ledger.ts';
import type { ResponseStore } from './responses.ts';

export { noUsage } from '@parley/protocol';
export * from './accounts.ts';
export * from './administration.ts';
export * from './entities.ts';
export {
  StoreConflictError,
  StoreReferenceError,
  StoreUnavailableError,
  StoreVersionError,
} from './errors.ts';
export * from './exchanges.ts';
export * from './keys.ts';
export * from './ledger.ts';
export * from './money.ts';
export * from './records.ts';
export * from './responses.ts';
export * from './usage.ts';

/**
 * Everything that Parley stores. A driver is right when it passes `store-suite` against the real
 * server. Every method rejects with `StoreUnavailableError` when the database cannot serve or the
 * store is closed. What a method has written when it resolves is on disk.
 */
export interface Store
  extends
    KeyStore,
    AccountStore,
    LedgerStore,
    ExchangeStore,
    EntityStore,
    AdminStore,
    SessionStore,
    UserStore,
    ResponseStore {
  /** A cheap read of the real database. @throws StoreUnavailableError when it cannot serve. */
  check(): Promise<void>;
  /** Waits for what is being written; further calls reject. Closing again changes nothing. */
  close(): Promise<void>;
}
