import type { DialectId, ErrorCode, Fidelity, Note, Usage } from '@parley/protocol';

/** A caller's key. The secret itself is never stored. */
export interface KeyRecord {
  readonly id: string;
  /** SHA-256 of the whole key, 64 lower-case hexadecimal digits; unique. */
  readonly hash: string;
  /** What a person recognises the key by: its first characters and its last four. */
  readonly display: string;
  readonly name: string;
  /** The routing group the key is bound to. */
  readonly group: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent means never. */
  readonly expiresAt?: number;
  readonly disabled: boolean;
}

/** A token for the admin API, stored like a key. */
export interface AdminTokenRecord {
  readonly id: string;
  readonly hash: string;
  readonly display: string;
  readonly createdAt: number;
}

/** How an exchange ended: whole, broken, or left by the client. */
export type Outcome = 'completed' | 'failed' | 'canceled';

/**
 * One finished exchange. It outlives its key: a driver takes any `keyId`. Numbers are whole; a
 * driver rounds fractions. Texts may hold any character; NUL and unpaired surrogates, which not
 * every database can hold, read back as U+FFFD.
 */
export interface ExchangeRecord {
  readonly id: string;
  readonly keyId: string;
  readonly group: string;
  /** The path that was called, such as `/v1/messages`. */
  readonly endpoint: string;
  readonly inbound: DialectId;
  /** Absent when no target was reached. */
  readonly outbound?: DialectId;
  /** What the caller wrote in `model`. */
  readonly callName: string;
  readonly upstream?: string;
  /** The upstream's own model name. */
  readonly upstreamModel?: string;
  readonly stream: boolean;
  readonly outcome: Outcome;
  /** The HTTP status the caller saw; 499 when the caller left before there was one. */
  readonly status: number;
  readonly errorCode?: ErrorCode;
  /** How many targets were tried, 0 or more. */
  readonly attempts: number;
  /** Absent when the upstream reported nothing. */
  readonly usage?: Usage;
  readonly fidelity: Fidelity;
  readonly notes: readonly Note[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Whole milliseconds from start to the answer's first byte; absent when there was none. */
  readonly firstByteMs?: number;
  /** Whole milliseconds from start to end. */
  readonly durationMs: number;
}

/** An answer that is kept so that its caller can fetch or continue it. */
export interface StoredResponse {
  /** As its caller knows it; unique for a key. */
  readonly id: string;
  readonly keyId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** JSON text of all input items, those of continued answers included. */
  readonly input: string;
  /** JSON text of the answer as its caller got it. */
  readonly body: string;
}

export interface ExchangeFilter {
  readonly keyId?: string;
  /** Only exchanges that started before this, in milliseconds since 1970. */
  readonly before?: number;
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/**
 * What Parley keeps, in verbs of its own trade. A driver is right when it passes `store-suite`
 * against the real server. Every method rejects with `StoreUnavailableError` when the database
 * cannot serve or the store is closed. What a method has written when it resolves is on disk.
 */
export interface Store {
  /** @throws StoreConflictError when the hash or the id exists. */
  addKey(key: KeyRecord): Promise<void>;
  /** Finds the key with exactly this hash, disabled or expired ones too. */
  findKey(hash: string): Promise<KeyRecord | undefined>;
  /** Newest first. */
  listKeys(): Promise<readonly KeyRecord[]>;
  /** Gives false when there is no such key. */
  setKeyDisabled(id: string, disabled: boolean): Promise<boolean>;

  /** @throws StoreConflictError when the hash or the id exists. */
  addAdminToken(token: AdminTokenRecord): Promise<void>;
  findAdminToken(hash: string): Promise<AdminTokenRecord | undefined>;
  countAdminTokens(): Promise<number>;

  /**
   * Resolves once the record is on disk. A second record with the same id changes nothing and
   * resolves once the first one is on disk.
   * @throws RangeError when a number is not finite or too large to be kept exactly.
   */
  recordExchange(record: ExchangeRecord): Promise<void>;
  findExchange(id: string): Promise<ExchangeRecord | undefined>;
  /**
   * Newest first, by the time they started.
   * @throws RangeError when the limit is outside its range.
   */
  listExchanges(filter: ExchangeFilter): Promise<readonly ExchangeRecord[]>;

  /**
   * Keeps an answer; one with the same key and id is replaced. Some of what has expired at its
   * `createdAt` is taken away meanwhile.
   */
  saveResponse(response: StoredResponse): Promise<void>;
  /** Finds an answer of this key, expired ones too. */
  findResponse(keyId: string, id: string): Promise<StoredResponse | undefined>;
  /** Gives false when the key has no such answer. */
  deleteResponse(keyId: string, id: string): Promise<boolean>;

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
