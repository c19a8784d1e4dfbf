/**
 * API keys, their secrets and the state of their limits, and the store methods that a driver implements for
 * them.
 */
import type { AccountRecord } from './accounts.ts';
import type { KeyLimits, NanoUsd, QuotaReset, WindowName } from './money.ts';
import { checkUnchanged, type Changes, type Fields, type ListPage } from './records.ts';

/** An API key. Its secrets are stored separately, as hashes only. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  /**
   * The routing groups it may use, at least one. The first is the default group, whose call names need no
   * prefix.
   */
  readonly groups: readonly [string, ...string[]];
  /** Patterns of the call names it may use; absent means whatever its groups and account allow. */
  readonly models?: readonly string[];
  readonly limits: KeyLimits;
  /** IP addresses and CIDR ranges from which it may be used; absent means all. */
  readonly allowedFrom?: readonly string[];
  /**
   * IP addresses and CIDR ranges from which it must not be used. They take precedence over the allowed ones.
   */
  readonly deniedFrom?: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent means never. */
  readonly expiresAt?: number;
  readonly disabled: boolean;
}

/** How stores keep each field of a key. */
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

/** What an operator may change of a key; it stays with its account. */
export type KeyChanges = Changes<Omit<KeyRecord, 'id' | 'accountId' | 'createdAt'>>;

/** One secret of a key. A key has two while it is rotated. */
export interface KeySecret {
  readonly keyId: string;
  /** SHA-256 of the whole secret, 64 lower-case hexadecimal digits; unique. */
  readonly hash: string;
  /** By which a person recognises the key: its first characters and its last four. */
  readonly display: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970: when a replaced secret stops working. */
  readonly expiresAt?: number;
}

/** How stores keep each field of a secret of a key. */
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

/** What a list of keys to choose from shows. */
export type KeyName = Pick<KeyRecord, 'id' | 'name'>;

/** Every condition must hold. */
export interface KeyConditions {
  readonly accountId?: string;
  /** One of the key's groups. */
  readonly group?: string;
  /** Part of the id, the name or the display of a secret; ASCII letters match in either case. */
  readonly text?: string;
  /** It expires in this time, and was created for longer than that. Milliseconds since 1970, both ends included. */
  readonly expiring?: { readonly from: number; readonly until: number };
}

/** A key in a list, with the display of its newest secret. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly display: string;
  readonly state: KeyState;
}

/** How much of its limits a key has used. Times are milliseconds since 1970, by the store's own clock. */
export interface KeyState {
  readonly keyId: string;
  /** Since the key was created. */
  readonly spent: NanoUsd;
  readonly tokens: number;
  readonly requests: number;
  /** Reserved by running exchanges. */
  readonly reservedNanoUsd: NanoUsd;
  readonly reservedTokens: number;
  /** The number of open reservations. */
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
   * When its requests and tokens per minute are fully available again (generic cell rate algorithm); in the
   * past when nothing is taken.
   */
  readonly requestsWholeAt: number;
  readonly tokensWholeAt: number;
  /**
   * When something was last reserved for it; a store may also count what was refused. Absent when it was never used.
   */
  readonly lastUsedAt?: number;
}

/** Keys and their secrets. A deleted key is no longer found, but its charges stay in the ledger. */
export interface KeyStore {
  /**
   * @param declaredGroups those of its groups that entities of the store declare
   * @throws StoreConflictError when the hash or the id exists
   * @throws StoreReferenceError when the account or one of the declared groups does not exist
   */
  addKey(key: KeyRecord, secret: KeySecret, declaredGroups?: readonly string[]): Promise<void>;
  /** Finds the key with exactly this hash, also when the key or the secret is disabled or expired. */
  findKey(hash: string): Promise<FoundKey | undefined>;
  readKey(id: string): Promise<ListedKey | undefined>;
  /**
   * Newest first; keys of the same millisecond by their ids, the last one first. `afterId` may be a key that was
   * deleted since; after an id that never existed there are no keys.
   */
  listKeys(page: ListPage & KeyConditions): Promise<readonly ListedKey[]>;
  /**
   * Returns the names of at most 1,000 keys, deleted ones included; unknown ids are omitted.
   * @throws RangeError when there are more ids
   */
  readKeyNames(ids: readonly string[]): Promise<readonly KeyName[]>;
  /**
   * Returns the changed key; `undefined` when there is none.
   * @throws StoreReferenceError when one of the declared groups does not exist
   * @throws StoreChangedError when the key is not the expected one
   */
  changeKey(
    id: string,
    changes: KeyChanges,
    requires?: KeyRequirements,
  ): Promise<KeyRecord | undefined>;
  /**
   * Adds a secret to a key; its present secrets stop working at the given time, if not before. Returns false
   * when there is no such key.
   * @throws StoreConflictError when the hash exists
   * @throws StoreChangedError when the key is not the expected one
   */
  rotateKey(secret: KeySecret, othersExpireAt: number, expected?: KeyAsRead): Promise<boolean>;
  /** Returns false when there is no such key. @throws StoreChangedError when it is not the expected one */
  deleteKey(id: string, expected?: KeyAsRead): Promise<boolean>;
}

/** A key and its newest secret as they were read; what it has used does not matter. */
export type KeyAsRead = Pick<ListedKey, 'key' | 'display'>;

/** What a change of a key requires. */
export interface KeyRequirements {
  /** Those of its new groups that entities of the store declare. */
  readonly declaredGroups?: readonly string[] | undefined;
  /** The key as it was read: it must not have been changed since, also not at the same time. */
  readonly expected?: KeyAsRead | undefined;
}

/** @throws StoreChangedError when a key or its newest secret is not what was read */
export function checkSameKey(current: KeyAsRead, expected: KeyAsRead | undefined): void {
  checkUnchanged([current.key, current.display], expected && [expected.key, expected.display]);
}
