import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '@parley/core/store';
import { waitWhileBusy } from './dialect/patience.ts';

/**
 * `busy_timeout` is SQLite's own wait, which would block the event loop; `synchronous` flushes the
 * disk at every commit. Each is prepared, also those that give nothing, because on Deno only the
 * errors of prepared statements carry SQLite's code.
 */
const settings = [
  'busy_timeout = 0',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
] as const;

/**
 * Creates the file so that only its owner can read it; SQLite gives its `-wal` and `-shm` files
 * the same mode. An existing file keeps its mode and is never opened here: closing any descriptor
 * of a database file drops the locks of every connection this process has on it
 * (sqlite.org/howtocorrupt.html, section 2.2).
 * @throws StoreUnavailableError
 */
export function createDatabaseFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw unavailable(path, error);
  }
}

/**
 * Opens the file for durable writes beside other processes.
 * @throws StoreUnavailableError also when others hold the file for longer than the time-out.
 */
export async function openDatabase(path: string, busyTimeoutMs: number): Promise<DatabaseSync> {
  const database = connect(path);
  try {
    await waitWhileBusy(busyTimeoutMs, () => {
      for (const setting of settings) database.prepare(`pragma ${setting}`).all();
    });
    return database;
  } catch (error) {
    database.close();
    throw unavailable(path, error);
  }
}

/** Tells this file from another one that later takes its path; `undefined` when there is none. */
export function identifyFile(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status && `${String(status.dev)}:${String(status.ino)}`;
}

function connect(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw unavailable(path, error);
  }
}

function unavailable(path: string, cause: unknown): StoreUnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailableError(`The database file ${path} cannot be opened: ${reason}`, {
    cause,
  });
}
