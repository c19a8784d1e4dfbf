/** The errors of the store's contract, and what a caller is told when the store cannot serve. */
import { GatewayError } from '@parley/protocol';

/** A record with this identity exists already. */
export class StoreConflictError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreConflictError';
  }
}

/** A record that is referred to does not exist, or is still referred to. */
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

/** Turns an unavailable store into the error that callers see; other errors as `GatewayError.from` does. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (!(thrown instanceof StoreUnavailableError)) return GatewayError.from(thrown);
  return new GatewayError('overloaded', 'The gateway cannot reach its store right now.', {
    reason: 'store_unavailable',
    retryAfter: 5,
    cause: thrown,
  });
}
