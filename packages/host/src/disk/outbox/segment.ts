/** A file of the outbox that this process writes. */
import type { Buffer } from 'node:buffer';
import { existsSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { close, fdatasync, ftruncate, rm } from 'node:fs';
import { promisify } from 'node:util';

const syncFile = promisify(fdatasync);
const truncateFile = promisify(ftruncate);
const closeFile = promisify(close);
const removeFile = promisify(rm);

/**
 * A file that stays open. A write is synchronous: it only reaches the cache of the system, which costs less than
 * handing it to another thread. What may wait for the disk is asynchronous.
 */
export class OutboxSegment {
  readonly #path: string;
  readonly #file: number;
  #bytes = 0;
  /** True while the file may end with a part of a write. */
  #isTorn = false;
  /** How many writes there were, and how many of them survive a power cut. */
  #writes = 0;
  #synced = 0;

  /** @throws the error of the file system when the file cannot be created */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'ax', 0o600);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Writes all of it. Returns false when another process has taken over the file, so that it must be written
   * elsewhere: who takes over a file renames it before reading, so a write is either read or noticed here.
   * @throws the error of the file system, or an error when the disk takes only a part
   */
  write(bytes: Buffer): boolean {
    // A line after an incomplete one would be damaged with it.
    if (this.#isTorn) ftruncateSync(this.#file, this.#bytes);
    this.#isTorn = true;
    this.#writes += 1;
    const written = writeSync(this.#file, bytes);
    if (written < bytes.length) throw new Error('The disk takes only a part of the settlements.');
    this.#bytes += written;
    this.#isTorn = false;
    return existsSync(this.#path);
  }

  /** Resolves when everything that was written survives a power cut. */
  async sync(): Promise<void> {
    const writes = this.#writes;
    if (this.#synced === writes) return;
    await syncFile(this.#file);
    this.#synced = Math.max(this.#synced, writes);
  }

  /** Empties the file. Nothing may be written meanwhile. */
  async clear(): Promise<void> {
    await truncateFile(this.#file, 0);
    this.#bytes = 0;
    this.#synced = this.#writes;
  }

  /** Closes the file, which stays on the disk. */
  async close(): Promise<void> {
    await closeFile(this.#file);
  }

  /** Closes and deletes the file. */
  async remove(): Promise<void> {
    await this.close();
    await removeFile(this.#path, { force: true });
  }
}
