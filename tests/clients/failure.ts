import type { Failure } from './driver.ts';

/** A class of errors. Libraries make theirs with arguments of all kinds. */
type ErrorClass = abstract new (...parameters: never[]) => Error;

/** The classes that a library has for a status; `0` stands for every other error of the library. */
export type ErrorClasses = Readonly<Record<0, ErrorClass>> & Readonly<Record<number, ErrorClass>>;

/** A status as libraries name it. */
function readStatus(error: Error): number | undefined {
  const named = error as { readonly status?: unknown; readonly statusCode?: unknown };
  const status = named.status ?? named.statusCode;
  return typeof status === 'number' ? status : undefined;
}

/**
 * Reads an error of a library.
 * @throws the error itself when it is not of the class the library has for its status
 */
export function readErrorOf(classes: ErrorClasses, error: unknown): Failure {
  if (!(error instanceof Error))
    throw new TypeError('The library threw no error.', { cause: error });
  const status = readStatus(error);
  const expected = classes[status ?? 0] ?? classes[0];
  const isExpected: boolean = error instanceof expected;
  if (!isExpected) throw error;
  return { status, message: error.message };
}
