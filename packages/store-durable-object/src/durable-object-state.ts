/**
 * What of a Durable Object's state the store uses. Source:
 * developers.cloudflare.com/durable-objects/api/sqlite-storage-api and …/api/state.
 */

export type SqlValue = string | number | null | ArrayBuffer;

export interface SqlCursor {
  toArray(): Readonly<Record<string, SqlValue>>[];
}

export interface SqlStorage {
  /** Takes at most 100 values. @throws Error for any fault of SQL, and for `begin` and its like */
  exec(sql: string, ...values: unknown[]): SqlCursor;
}

export interface DurableObjectStorage {
  readonly sql: SqlStorage;
  /** Rolls back what the closure has written when it rejects, and rejects with the same. */
  transaction<Result>(closure: () => Promise<Result>): Promise<Result>;
}

export interface DurableObjectState {
  readonly storage: DurableObjectStorage;
  /** Delivers nothing to the object until the closure has ended; a rejection resets the object. */
  blockConcurrencyWhile<Result>(closure: () => Promise<Result>): Promise<Result>;
}
