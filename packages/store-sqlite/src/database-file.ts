/** Creates and opens the SQLite file; used by `sqlite-store.ts`. */
import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StoreUnavailableError } from '@parley/core/store';
import { waitWhileBusy } from './dialect/busy-retry.ts';
import { toUnavailable } from './failure.ts';

/**
 * `busy_timeout` is SQLite's own wait, which would block the event loop; `synchronous` flushes the disk at
 * every commit. Pages that change in every batch, such as the ends of indexes, are copied into the file once in
 * `wal_autocheckpoint` pages (of 4 KiB), and `cache_size` (in KiB) keeps the pages that batches touch in memory.
 * Each statement is prepared, even those without a result, because on Deno only the errors of
 * prepared statements carry SQLite's code.
 */
const settings = [
  'busy_timeout = 0',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'wal_autocheckpoint = 4000',
  'cache_size = -8000',
] as const;

/**
 * Creates the file so that only its owner can read it; SQLite uses the same mode for its `-wal` and `-shm`
 * files. An existing file keeps its mode and is never opened here: closing any descriptor of a database file
 * drops the locks of every connection of this process to it (sqlite.org/howtocorrupt.html, section 2.2).
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
 * Opens the file for durable writes while other processes may use it.
 * @throws StoreUnavailableError also when another process locks the file for longer than the timeout
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

/**
 * Opens the file for reading alone, while another connection has it open.
 * @throws StoreUnavailableError
 */
export function openForReading(path: string): DatabaseSync {
  return connect(path, true);
}

/**
 * Distinguishes this file from another one created later at the same path; `undefined` when there is none.
 */
export function identifyFile(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status && `${String(status.dev)}:${String(status.ino)}`;
}

function connect(path: string, readOnly = false): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly });
  } catch (error) {
    throw unavailable(path, error);
  }
}

function unavailable(path: string, cause: unknown): StoreUnavailableError {
  return toUnavailable(`The database file ${path} cannot be opened`, cause);
}
