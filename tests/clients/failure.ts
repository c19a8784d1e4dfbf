/** Reads the errors that libraries throw; used by the drivers. */
import type { Failure } from './driver.ts';

/** A class of errors; the constructors of libraries differ in their parameters. */
type ErrorClass = abstract new (...parameters: never[]) => Error;

/** The error classes of a library by status; `0` is for every other error of the library. */
export type ErrorClasses = Readonly<Record<0, ErrorClass>> & Readonly<Record<number, ErrorClass>>;

/** The field in which a library has the status. */
function readStatus(error: Error): number | undefined {
  const named = error as { readonly status?: unknown; readonly statusCode?: unknown };
  const status = named.status ?? named.statusCode;
  return typeof status === 'number' ? status : undefined;
}

/**
 * Reads an error of a library.
 * @throws the error itself if it is not of the library's class for its status
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
