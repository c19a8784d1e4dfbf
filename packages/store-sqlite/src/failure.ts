/** Turns an error of SQLite into the error of the contract; used wherever the driver runs SQL. */
import { StoreUnavailableError, type StoreFault } from '@parley/core/store';

/** `SQLITE_FULL`. */
const fullCode = 13;

/** `SQLITE_IOERR_SHMSIZE`: where the disk is full, the index of the write-ahead log cannot be created. */
const noSpaceForIndex = 4874;

/**
 * The faults by the primary result code, which extended codes contain in their lowest byte
 * (sqlite.org/rescode.html).
 */
const faults = new Map<number, StoreFault>([
  [5, 'locked'],
  [11, 'damaged'],
  [fullCode, 'full'],
  [26, 'damaged'],
]);

const explanations: Readonly<Record<StoreFault, string>> = {
  locked: 'another program, such as a backup, locks the file.',
  full: 'the disk is full.',
  damaged:
    'the file is damaged. Stop every gateway that uses it, keep a copy of the file and of those whose names ' +
    'begin with its name, and restore a backup. Without one, sqlite3 <file> .recover writes what can still be ' +
    'read as SQL.',
};

/** `SQLITE_READONLY` and `SQLITE_CANTOPEN`, of which the reason is often a folder on a read-only file system. */
const unwritable: ReadonlySet<number | undefined> = new Set([8, 14]);

const writableFolder = '. The file and its folder must be writable.';

/** The primary result code of an error that SQLite has thrown; `undefined` for other errors. */
export function readCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  if (error.errcode === noSpaceForIndex) return fullCode;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** @param what what has failed, as the beginning of a sentence */
export function toUnavailable(what: string, cause: unknown): StoreUnavailableError {
  const code = readCode(cause);
  const fault = faults.get(code ?? 0);
  if (fault !== undefined) return createFaultError(what, fault, cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = unwritable.has(code) ? writableFolder : '';
  return new StoreUnavailableError(`${what}: ${reason}${advice}`, { cause });
}

export function createFaultError(
  what: string,
  fault: StoreFault,
  cause?: unknown,
): StoreUnavailableError {
  return new StoreUnavailableError(`${what}: ${explanations[fault]}`, { cause, fault });
}
