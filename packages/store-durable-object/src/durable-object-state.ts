/**
 * The part of a Durable Object's state that the store uses. Source:
 * developers.cloudflare.com/durable-objects/api/sqlite-storage-api and …/api/state.
 */

export type SqlValue = string | number | null | ArrayBuffer;

export interface SqlCursor {
  toArray(): Readonly<Record<string, SqlValue>>[];
}

export interface SqlStorage {
  /** Accepts at most 100 values. @throws Error for any SQL error, and for `begin` and similar statements */
  exec(sql: string, ...values: unknown[]): SqlCursor;
}

export interface DurableObjectStorage {
  readonly sql: SqlStorage;
  /** Rolls back what the closure has written when it rejects, and rejects with the same error. */
  transaction<Result>(closure: () => Promise<Result>): Promise<Result>;
}

export interface DurableObjectState {
  readonly storage: DurableObjectStorage;
  /** Delivers no events to the object until the closure has ended; a rejection resets the object. */
  blockConcurrencyWhile<Result>(closure: () => Promise<Result>): Promise<Result>;
}
