import type { AccountRecord } from './account.ts';
import type { KeyLimits, Nanos, QuotaReset, WindowName } from './money.ts';

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
  /** Addresses and CIDR ranges it must not be used from. They go before the allowed ones. */
  readonly deniedFrom?: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent means never. */
  readonly expiresAt?: number;
  readonly disabled: boolean;
}

/** What may be changed of a key; `null` takes an optional field away. */
export interface KeyChanges {
  readonly name?: string;
  readonly groups?: readonly [string, ...string[]];
  readonly models?: readonly string[] | null;
  readonly limits?: KeyLimits;
  readonly allowedFrom?: readonly string[] | null;
  readonly deniedFrom?: readonly string[] | null;
  readonly expiresAt?: number | null;
  readonly disabled?: boolean;
}

/** One secret of a key. While a key is rotated it has two. */
export interface KeySecret {
  readonly keyId: string;
  /** SHA-256 of the whole secret, 64 lower-case hexadecimal digits; unique. */
  readonly hash: string;
  /** What a person recognises the key by: its first characters and its last four. */
  readonly display: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970: the end of a secret that was replaced. */
  readonly expiresAt?: number;
}

/** What a secret leads to. */
export interface FoundKey {
  readonly key: KeyRecord;
  readonly secret: KeySecret;
  readonly account: AccountRecord;
}

/** What a person calls a key. */
export interface KeyName {
  readonly id: string;
  readonly name: string;
}

/** Every condition must hold. */
export interface KeyConditions {
  readonly accountId?: string;
  /** Is among the key's groups. */
  readonly group?: string;
  /**
   * Stands in the id, the name or the display of a secret. Upper and lower case of ASCII letters are the
   * same.
   */
  readonly text?: string;
}

/** A key in a list, with the newest secret's display. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly display: string;
  readonly state: KeyState;
}

/** What a key has used up, by the store's own clock. Times are milliseconds since 1970. */
export interface KeyState {
  readonly keyId: string;
  /** Since the key was made. */
  readonly spent: Nanos;
  readonly tokens: number;
  readonly requests: number;
  /** Held by running exchanges. */
  readonly reservedNanos: Nanos;
  readonly reservedTokens: number;
  /** How many reservations are open. */
  readonly running: number;
  /** The running period of its quota, and how often it is reset; absent means never. */
  readonly quota: {
    readonly startedAt: number;
    readonly nanos: Nanos;
    readonly tokens: number;
    readonly reset?: QuotaReset;
  };
  /** Only windows that have begun. */
  readonly windows: Readonly<
    Partial<Record<WindowName, { readonly startedAt: number; readonly nanos: Nanos }>>
  >;
  /**
   * When its share of requests and tokens per minute will be whole again (generic cell rate
   * algorithm); in the past when nothing is taken.
   */
  readonly requestsWholeAt: number;
  readonly tokensWholeAt: number;
  /** Absent when it was never used. */
  readonly lastUsedAt?: number;
}
