/** Everything that a store can do, and the names of its methods. */
import type { AccountStore } from './accounts.ts';
import type { AdminStore, SessionStore, UserStore } from './administration.ts';
import type { EntityStore } from './entities.ts';
import type { ExchangeStore } from './exchanges.ts';
import type { KeyStore } from './keys.ts';
import type { LedgerStore } from './ledger.ts';
import type { ResponseStore } from './responses.ts';

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
   * Asks the real database, at little cost: reads from a server and learns whether it takes writes, and also writes
   * to a file of this machine, which may be locked or whose disk may be full. @throws StoreUnavailableError
   */
  check(): Promise<void>;
  /** Waits for pending writes; further calls are rejected. Closing again has no effect. */
  close(): Promise<void>;
}

/** The compiler finds a method that is missing here. */
const everyMethod: Readonly<Record<Exclude<keyof Store, 'close'>, true>> = {
  addKey: true,
  findKey: true,
  readKey: true,
  listKeys: true,
  readKeyNames: true,
  changeKey: true,
  rotateKey: true,
  deleteKey: true,
  addAccount: true,
  readAccount: true,
  listAccounts: true,
  changeAccount: true,
  deleteAccount: true,
  reserve: true,
  extendReservation: true,
  settle: true,
  settleBatch: true,
  release: true,
  renewReservations: true,
  releaseExpired: true,
  credit: true,
  chargeQuarantined: true,
  listLedger: true,
  checkLedger: true,
  addFirst: true,
  addAdminToken: true,
  findAdminToken: true,
  listAdminTokens: true,
  deleteAdminToken: true,
  addAuditEntry: true,
  deleteAudit: true,
  listAudit: true,
  addSession: true,
  findSession: true,
  deleteSession: true,
  deleteExpiredSessions: true,
  addUser: true,
  readUser: true,
  findUser: true,
  listUsers: true,
  changeUser: true,
  deleteUser: true,
  findExchange: true,
  findExchanges: true,
  listExchanges: true,
  findExchangeStart: true,
  listSettled: true,
  readTime: true,
  deleteExchanges: true,
  sumUsage: true,
  measureLatency: true,
  readEntityVersion: true,
  readEntities: true,
  saveEntity: true,
  deleteEntity: true,
  saveResponse: true,
  replaceResponse: true,
  findResponse: true,
  findResponsesByItem: true,
  listPendingResponses: true,
  sumConversations: true,
  trimResponses: true,
  deleteResponse: true,
  check: true,
};

/** Every method but `close`; for stores that pass calls on to another thread or machine. */
export const storeMethods: readonly string[] = Object.keys(everyMethod);
