/** Copies the database file while others read and write it; used by `parley backup`. */
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openForReading } from './database-file.ts';
import { waitWhileBusy } from './dialect/busy-retry.ts';
import { toUnavailable } from './failure.ts';

/** How long a copy waits for another program that locks the file. */
const busyTimeoutMs = 5_000;

/**
 * Copies the state of one moment, checks the copy and flushes it to the disk. Writers do not wait for the copy, and
 * do not prolong it, as they would with SQLite's backup functions (sqlite.org/lang_vacuum.html#vacuuminto).
 * @param path the database; if it is open nowhere else, empty `-wal` and `-shm` files stay beside it
 * @param target an empty file, whose mode is kept
 * @returns the size of the copy in bytes
 * @throws StoreUnavailableError also when the disk of the copy is full; the file may then contain a part
 */
export async function copyDatabase(path: string, target: string): Promise<number> {
  const copy = resolve(target);
  try {
    const database = openForReading(resolve(path));
    try {
      await waitWhileBusy(busyTimeoutMs, () => database.prepare('vacuum into ?').run(copy));
    } finally {
      database.close();
    }
    checkPages(copy);
    flush(copy, 'r+');
    flush(dirname(copy), 'r');
  } catch (cause) {
    throw toUnavailable(`The database file ${path} cannot be copied to ${copy}`, cause);
  }
  return statSync(copy).size;
}

function checkPages(path: string): void {
  const database = openForReading(path);
  try {
    const [row] = database.prepare('pragma quick_check(1)').all();
    if (row?.['quick_check'] !== 'ok') throw new Error('the copy is damaged');
  } finally {
    database.close();
  }
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
