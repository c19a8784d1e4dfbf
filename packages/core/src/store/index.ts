/** The contract of the store, for the gateway and for drivers: `@parley/core/store`. */
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
export * from './usage.ts';

/**
 * Everything that Parley stores. A driver is correct when it passes `store-suite` against the real server.
 * Every method rejects with `StoreUnavailableError` when the database is unavailable or the store is closed.
 * What a method has written is on disk when the method resolves.
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
  /**
   * Asks the real database, at little cost: reads from a server, and also writes to a file of this machine,
   * which may be locked or whose disk may be full. @throws StoreUnavailableError
   */
  check(): Promise<void>;
  /** Waits for pending writes; further calls are rejected. Closing again has no effect. */
  close(): Promise<void>;
}
