/** The errors that a store throws, and the error that clients receive when the store is unavailable. */
import { GatewayError } from '@parley/protocol';

/** A record with this id or hash already exists. */
export class StoreConflictError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreConflictError';
  }
}

/** A referenced record does not exist, or a record is still referenced. */
export class StoreReferenceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreReferenceError';
  }
}

/** A record is not what the caller had read, because somebody else has changed, deleted or added it since. */
export class StoreChangedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreChangedError';
  }
}

/** What keeps an embedded database from serving, where its driver knows it. */
export type StoreFault = 'locked' | 'full' | 'damaged';

/** The database is unreachable, locked, damaged or full, or the store is closed. */
export class StoreUnavailableError extends Error {
  readonly fault: StoreFault | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly fault?: StoreFault }) {
    super(message, options);
    this.name = 'StoreUnavailableError';
    this.fault = options?.fault;
  }
}

/** Another session of the database keeps rows locked that were to be changed: a later try may succeed. */
export class StoreLockedError extends StoreUnavailableError {
  constructor(options?: ErrorOptions) {
    super('Another session of the database keeps rows of the account locked.', options);
    this.name = 'StoreLockedError';
  }
}

/** The tables of the database are of another version of Parley and must not be changed now. */
export class StoreVersionError extends Error {
  /** Whether they are of an earlier version, so that a start of a gateway upgrades them. */
  readonly isEarlier: boolean;

  constructor(message: string, options?: ErrorOptions & { readonly isEarlier?: boolean }) {
    super(message, options);
    this.name = 'StoreVersionError';
    this.isEarlier = options?.isEarlier ?? false;
  }
}

/** The database has no tables of Parley, and none were to be created. */
export class StoreEmptyError extends Error {
  constructor() {
    super('The database has no tables of Parley. They are created when a gateway starts.');
    this.name = 'StoreEmptyError';
  }
}

/** Seconds after which a client may ask again for what needs the store. */
const retryAfter = 5;

/** The error that clients receive while something cannot be done without the store. */
export function createStoreError(message: string, cause?: unknown): GatewayError {
  const reason = 'store_unavailable';
  return new GatewayError('overloaded', message, { reason, retryAfter, cause });
}

/** The error while neither the store nor the outbox take what an exchange costs. */
export function cannotRecord(): GatewayError {
  return createStoreError('The gateway cannot record exchanges right now.');
}

/**
 * Turns an unavailable store into the error that clients receive; other errors as `GatewayError.from` does.
 */
export function toGatewayError(thrown: unknown): GatewayError {
  if (!(thrown instanceof StoreUnavailableError)) return GatewayError.from(thrown);
  return createStoreError('The gateway cannot reach its store right now.', thrown);
}
