/** Callers' keys, their secrets and the state of their limits, and what a driver does with them. */
import type { AccountRecord } from './accounts.ts';
import type { KeyLimits, NanoUsd, QuotaReset, WindowName } from './money.ts';
import type { Changes, Fields, ListPage } from './records.ts';

/** A caller's key. Its secrets are kept beside it, as hashes only. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  /**
   * The routing groups it may use, at least one. The first is its default, whose call names need no
   * prefix.
   */
  readonly groups: readonly [string, ...string[]];
  /** Call names it may use, as patterns; absent means whatever its groups and account allow. */
  readonly models?: readonly string[];
  readonly limits: KeyLimits;
  /** Addresses and CIDR ranges it may be used from; absent means from everywhere. */
  readonly allowedFrom?: readonly string[];
  /** Addresses and CIDR ranges it must not be used from. They win over the allowed ones. */
  readonly deniedFrom?: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent means never. */
  readonly expiresAt?: number;
  readonly disabled: boolean;
}

export const keyFields: Fields<KeyRecord> = {
  id: 'word',
  name: 'text',
  accountId: 'word',
  groups: 'json',
  models: 'json',
  limits: 'json',
  allowedFrom: 'json',
  deniedFrom: 'json',
  createdAt: 'integer',
  expiresAt: 'integer',
  disabled: 'flag',
};

export type KeyChanges = Changes<Omit<KeyRecord, 'id' | 'accountId' | 'createdAt'>>;

/** One secret of a key. While a key is rotated it has two. */
export interface KeySecret {
  readonly keyId: string;
  /** SHA-256 of the whole secret, 64 lower-case hexadecimal digits; unique. */
  readonly hash: string;
  /** What a person recognises the key by: its first characters and its last four. */
  readonly display: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970: when a secret that was replaced stops working. */
  readonly expiresAt?: number;
}

export const keySecretFields: Fields<KeySecret> = {
  keyId: 'word',
  hash: 'word',
  display: 'word',
  createdAt: 'integer',
  expiresAt: 'integer',
};

/** The key that a secret belongs to, with its account. */
export interface FoundKey {
  readonly key: KeyRecord;
  readonly secret: KeySecret;
  readonly account: AccountRecord;
}

export type KeyName = Pick<KeyRecord, 'id' | 'name'>;

/** Every condition must hold. */
export interface KeyConditions {
  readonly accountId?: string;
  /** Is among the key's groups. */
  readonly group?: string;
  /** Part of the id, the name or the display of a secret; ASCII letters match in either case. */
  readonly text?: string;
}

/** A key in a list, with the newest secret's display. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly display: string;
  readonly state: KeyState;
}

/** How much of its limits a key has used, by the store's own clock. Times are milliseconds since 1970. */
export interface KeyState {
  readonly keyId: string;
  /** Since the key was made. */
  readonly spent: NanoUsd;
  readonly tokens: number;
  readonly requests: number;
  /** Reserved by running exchanges. */
  readonly reservedNanoUsd: NanoUsd;
  readonly reservedTokens: number;
  /** How many reservations are open. */
  readonly running: number;
  /** The current period of its quota, and how often it is reset; absent means never. */
  readonly quota: {
    readonly startedAt: number;
    readonly nanoUsd: NanoUsd;
    readonly tokens: number;
    readonly reset?: QuotaReset;
  };
  /** Only windows that have begun. */
  readonly windows: Readonly<
    Partial<Record<WindowName, { readonly startedAt: number; readonly nanoUsd: NanoUsd }>>
  >;
  /**
   * When its requests and tokens per minute are fully available again (generic cell rate algorithm);
   * in the past when nothing is taken.
   */
  readonly requestsWholeAt: number;
  readonly tokensWholeAt: number;
  /** Absent when it was never used. */
  readonly lastUsedAt?: number;
}

/** Keys and their secrets. A deleted key is no longer found, but what it did stays in the ledger. */
export interface KeyStore {
  /**
   * @throws StoreConflictError when the hash or the id exists.
   * @throws StoreReferenceError when there is no such account.
   */
  addKey(key: KeyRecord, secret: KeySecret): Promise<void>;
  /** Finds the key of exactly this hash, also when the key or the secret is disabled or expired. */
  findKey(hash: string): Promise<FoundKey | undefined>;
  readKey(id: string): Promise<ListedKey | undefined>;
  listKeys(page: ListPage & KeyConditions): Promise<readonly ListedKey[]>;
  /**
   * Gives the names of at most 1,000 keys, deleted ones included; unknown ids are left out.
   * @throws RangeError when there are more ids.
   */
  readKeyNames(ids: readonly string[]): Promise<readonly KeyName[]>;
  /** Gives the changed key; nothing when there is none. */
  changeKey(id: string, changes: KeyChanges): Promise<KeyRecord | undefined>;
  /**
   * Gives a key another secret; the ones it has stop working at the given time, if they do not before.
   * Gives false when there is no such key. @throws StoreConflictError when the hash exists.
   */
  rotateKey(secret: KeySecret, othersExpireAt: number): Promise<boolean>;
  /** Gives false when there is no such key. */
  deleteKey(id: string): Promise<boolean>;
}
