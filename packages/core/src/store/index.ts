import type { AccountChanges, AccountRecord, AccountState } from './account.ts';
import type { AdminTokenRecord } from './admin-token.ts';
import type { AuditEntry, AuditFilter } from './audit.ts';
import type { EntityKind, EntityRecord, EntitySet } from './entity.ts';
import type {
  ExchangeFilter,
  ExchangeRecord,
  Latency,
  LatencyQuery,
  SettledExchange,
  SettledFilter,
} from './exchange.ts';
import type {
  FoundKey,
  KeyChanges,
  KeyConditions,
  KeyName,
  KeyRecord,
  KeySecret,
  ListedKey,
} from './key.ts';
import type {
  Credit,
  LedgerEntry,
  LedgerFilter,
  LedgerReport,
  ReserveOutcome,
  ReserveRequest,
  Settlement,
} from './ledger.ts';
import type { Nanos } from './money.ts';
import type { StoredResponse } from './response.ts';
import type { SessionRecord } from './session.ts';
import type { UsageQuery, UsageSum } from './usage.ts';
import type { UserChanges, UserRecord } from './user.ts';

export { noUsage } from '@parley/protocol';
export * from './account.ts';
export * from './admin-token.ts';
export * from './audit.ts';
export * from './entity.ts';
export * from './exchange.ts';
export * from './key.ts';
export * from './ledger.ts';
export * from './money.ts';
export * from './response.ts';
export * from './session.ts';
export * from './usage.ts';
export * from './user.ts';

/** Which part of a list of keys or accounts is wanted: in the order of their ids, after this one. */
export interface ListPage {
  readonly afterId?: string;
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** What of a growing table is to be deleted. */
export interface Deletion {
  /** Milliseconds since 1970. */
  readonly before: number;
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** Keys and their secrets. A deleted key is found nowhere, but what it did stays in the ledger. */
export interface KeyStore {
  /**
   * @throws StoreConflictError when the hash or the id exists.
   * @throws StoreReferenceError when there is no such account.
   */
  addKey(key: KeyRecord, secret: KeySecret): Promise<void>;
  /** Finds what has exactly this hash, disabled or expired keys and secrets too. */
  findKey(hash: string): Promise<FoundKey | undefined>;
  readKey(id: string): Promise<ListedKey | undefined>;
  listKeys(page: ListPage & KeyConditions): Promise<readonly ListedKey[]>;
  /**
   * Gives the names of at most 1,000 keys, of deleted ones too; what the store does not know is left
   * out. @throws RangeError when there are more ids.
   */
  readKeyNames(ids: readonly string[]): Promise<readonly KeyName[]>;
  /** Gives the key as it is now; nothing when there is none. */
  changeKey(id: string, changes: KeyChanges): Promise<KeyRecord | undefined>;
  /**
   * Gives a key another secret; the ones it has end at the given time, if they do not end before.
   * Gives false when there is no such key. @throws StoreConflictError when the hash exists.
   */
  rotateKey(secret: KeySecret, othersExpireAt: number): Promise<boolean>;
  /** Gives false when there is no such key. */
  deleteKey(id: string): Promise<boolean>;
}

/** The owners of keys, and their money. */
export interface AccountStore {
  /** @throws StoreConflictError when the id exists. */
  addAccount(account: AccountRecord): Promise<void>;
  readAccount(id: string): Promise<AccountWithState | undefined>;
  listAccounts(page: ListPage): Promise<readonly AccountWithState[]>;
  /** Gives the account as it is now; nothing when there is none. */
  changeAccount(id: string, changes: AccountChanges): Promise<AccountRecord | undefined>;
  /** @throws StoreReferenceError when keys still belong to it, or it is the default account. */
  deleteAccount(id: string): Promise<boolean>;
}

export interface AccountWithState {
  readonly account: AccountRecord;
  readonly state: AccountState;
}

/** Every movement of money. All times are those of the store's own clock. */
export interface LedgerStore {
  /** Holds money, tokens, rate and a place, all of them or none, in one step. */
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /**
   * Ends an exchange: its record, its charges and what becomes of its reservation, in one
   * transaction. A second settlement of the same exchange changes nothing and resolves once the
   * first one is on disk. An exchange without a reservation is charged too.
   * @throws RangeError when a number is not finite or too large to be kept exactly.
   */
  settle(settlement: Settlement): Promise<void>;
  /** Gives a reservation back of which nothing was used; without one nothing happens. */
  release(exchangeId: string): Promise<void>;
  /** Keeps all reservations of an owner alive for another life. */
  renewReservations(owner: string, lifeMs: number): Promise<void>;
  /** Gives back what owners held that have gone. Gives how many reservations that were. */
  freeExpired(): Promise<number>;
  /**
   * Gives the account's money after it, or nothing when there is no such account.
   * @throws RangeError when the amount cannot be kept exactly, or would take away more than is free.
   */
  credit(credit: Credit): Promise<LedgerEntry | undefined>;
  /**
   * Charges what was quarantined for want of a price, in place of nothing. Gives false when that
   * attempt is not quarantined.
   */
  chargeQuarantined(charge: {
    readonly exchangeId: string;
    readonly attempt: number;
    readonly nanos: Nanos;
    readonly listNanos: Nanos;
    readonly arithmetic: string;
  }): Promise<boolean>;
  /** Newest first. */
  listLedger(filter: LedgerFilter): Promise<readonly LedgerEntry[]>;
  /** Adds everything up anew, at one moment. */
  checkLedger(): Promise<LedgerReport>;
}

/** What happened. */
export interface ExchangeStore {
  findExchange(id: string): Promise<ExchangeRecord | undefined>;
  /** Finds those that exist, in no order. @throws RangeError when there are more than 1,000 ids. */
  findExchanges(ids: readonly string[]): Promise<readonly ExchangeRecord[]>;
  /**
   * Newest first, by the time they started.
   * @throws RangeError when the limit is outside its range.
   */
  listExchanges(filter: ExchangeFilter): Promise<readonly ExchangeRecord[]>;
  /**
   * Newest settlement first. Those of several processes may appear out of order: one that others have
   * settled a moment earlier may become visible after a later one.
   * @throws RangeError when the limit is outside its range.
   */
  listSettled(filter: SettledFilter): Promise<readonly SettledExchange[]>;
  /** The store's clock, in milliseconds since 1970. */
  readTime(): Promise<number>;
  /**
   * Deletes the oldest exchanges that started before a time, and gives how many. None that started within
   * the last day by the store's clock is deleted, and none whose price is not known yet. The ledger and the
   * sums of usage stay, and an exchange that was charged cannot be settled again.
   * @throws RangeError when the limit is outside its range.
   */
  deleteExchanges(deletion: Deletion): Promise<number>;
  sumUsage(query: UsageQuery): Promise<readonly UsageSum[]>;
  measureLatency(query: LatencyQuery): Promise<Latency>;
}

/** Parts of the configuration that are declared here and not in the file. */
export interface EntityStore {
  /** Grows with every change of an entity; cheap. */
  readEntityVersion(): Promise<number>;
  readEntities(): Promise<EntitySet>;
  /** Replaces one of the same kind and name. */
  saveEntity(entity: EntityRecord): Promise<void>;
  deleteEntity(kind: EntityKind, name: string): Promise<boolean>;
}

/** Who may administer, and what they did. */
export interface AdminStore {
  /** @throws StoreConflictError when the hash or the id exists. */
  addAdminToken(token: AdminTokenRecord): Promise<void>;
  findAdminToken(hash: string): Promise<AdminTokenRecord | undefined>;
  listAdminTokens(): Promise<readonly AdminTokenRecord[]>;
  deleteAdminToken(id: string): Promise<boolean>;
  addAuditEntry(entry: AuditEntry): Promise<void>;
  /**
   * Deletes the oldest entries that were made before a time, and gives how many.
   * @throws RangeError when the limit is outside its range.
   */
  deleteAudit(deletion: Deletion): Promise<number>;
  /** Newest first. */
  listAudit(filter: AuditFilter): Promise<readonly AuditEntry[]>;
}

/** What browsers hold instead of credentials. */
export interface SessionStore {
  /** @throws StoreConflictError when the hash exists. */
  addSession(session: SessionRecord): Promise<void>;
  /** Finds expired ones too. */
  findSession(hash: string): Promise<SessionRecord | undefined>;
  /** Gives true to one caller only, however many ask at once. */
  deleteSession(hash: string): Promise<boolean>;
  /** Gives how many have ended by then and are gone now. */
  deleteExpiredSessions(now: number): Promise<number>;
}

/** People who sign in with a provider of identities. */
export interface UserStore {
  /** @throws StoreConflictError when the id or the e-mail address exists. */
  addUser(user: UserRecord): Promise<void>;
  readUser(id: string): Promise<UserRecord | undefined>;
  findUser(email: string): Promise<UserRecord | undefined>;
  listUsers(page: ListPage): Promise<readonly UserRecord[]>;
  /** Gives the user as it is now; nothing when there is none. */
  changeUser(id: string, changes: UserChanges): Promise<UserRecord | undefined>;
  deleteUser(id: string): Promise<boolean>;
}

/** Answers that are kept for their callers. */
export interface ResponseStore {
  /**
   * Keeps an answer; one with the same key and id is replaced. Some of what has expired at its
   * `createdAt` is taken away meanwhile.
   */
  saveResponse(response: StoredResponse): Promise<void>;
  /** Finds an answer of this key, expired ones too. */
  findResponse(keyId: string, id: string): Promise<StoredResponse | undefined>;
  /** Finds the answers of this key that hold any of these items, expired ones too, newest first. */
  findResponsesByItem(
    keyId: string,
    itemIds: readonly string[],
  ): Promise<readonly StoredResponse[]>;
  /** Gives false when the key has no such answer. */
  deleteResponse(keyId: string, id: string): Promise<boolean>;
}

/**
 * What Parley keeps, in verbs of its own trade. A driver is right when it passes `store-suite`
 * against the real server. Every method rejects with `StoreUnavailableError` when the database
 * cannot serve or the store is closed. What a method has written when it resolves is on disk.
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

/** Something with this identity exists already. */
export class StoreConflictError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreConflictError';
  }
}

/** Something that is referred to does not exist, or is still referred to. */
export class StoreReferenceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreReferenceError';
  }
}

/** The database cannot serve: unreachable, locked, broken, full, or the store is closed. */
export class StoreUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailableError';
  }
}

/** The database was made by a newer version of Parley, so this one must leave it alone. */
export class StoreVersionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreVersionError';
  }
}
