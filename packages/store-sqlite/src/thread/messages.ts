/** What the thread of the database and its caller send each other. */
import {
  StoreChangedError,
  StoreConflictError,
  StoreReferenceError,
  StoreUnavailableError,
  StoreVersionError,
  type StoreFault,
} from '@parley/core/store';

/** One call of a store's method. The calls of one turn of the event loop are sent as one list. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly parameters: readonly unknown[];
}

/** The result of the call with this id. Answers, too, are sent as lists. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError };

/** The id of the answer that a thread sends once its database is open, or cannot be opened. */
export const openingId = 0;
/** The id of what a thread sends unasked: that an upgrade of its tables begins or has ended. */
export const upgradeId = -1;

/** An error, as messages carry it: a clone would lose its class and its own fields. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fault?: StoreFault | undefined;
  /** Of an error of SQLite (sqlite.org/rescode.html). */
  readonly errcode?: number;
  readonly cause?: SentError;
}

/** The maximum number of causes that are sent with an error. */
const maxCauses = 4;

export function encodeError(thrown: unknown, causes = maxCauses): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    stack,
    ...(error instanceof StoreUnavailableError && { fault: error.fault }),
    ...('errcode' in error && typeof error.errcode === 'number' && { errcode: error.errcode }),
    ...(cause !== undefined && causes > 0 && { cause: encodeError(cause, causes - 1) }),
  };
}

const classes = {
  StoreChangedError,
  StoreConflictError,
  StoreReferenceError,
  StoreVersionError,
  RangeError,
  TypeError,
} as const;

/** Returns an error of the same class, with the stack of the thread. */
export function decodeError(sent: SentError): Error {
  const { message, stack, errcode } = sent;
  const error = Object.assign(
    createError(sent, message, {
      ...(sent.cause !== undefined && { cause: decodeError(sent.cause) }),
    }),
    errcode !== undefined && { errcode },
  );
  if (stack !== undefined) error.stack = stack;
  return error;
}

function createError({ name, fault }: SentError, message: string, options: ErrorOptions): Error {
  if (name === 'StoreUnavailableError') {
    return new StoreUnavailableError(message, { ...options, ...(fault && { fault }) });
  }
  const Class = Object.hasOwn(classes, name) ? classes[name as keyof typeof classes] : undefined;
  return Class === undefined
    ? Object.assign(new Error(message, options), { name })
    : new Class(message, options);
}
