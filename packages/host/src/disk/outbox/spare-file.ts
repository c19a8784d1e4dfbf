/** The file in which the outbox goes on when the disk is full; used by `settlement-outbox.ts`. */
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { close, existsSync, fdatasync, openSync, write, writeSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { spareExtension, type LeftFile } from './left-files.ts';

const closeFile = promisify(close);
const syncFile = promisify(fdatasync);
const writeFileAt = promisify(write);

/** The size of the spare file of a gateway, in bytes: some 2,500 settlements. */
export const spareBytes = 4 * 1_024 * 1_024;
/** What a spare file leaves free for others, in bytes. */
const leftFree = 1_024 * 1_024;
/** Milliseconds before the next try, after the file could not be created. */
const pauseMs = 60_000;

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
}

/**
 * A file of zeros, which has its space on the disk before it is needed. Lines are written over the zeros. A reader of
 * the outbox finds no line in zeros.
 */
export class OutboxSpare {
  readonly #folder: string;
  readonly #bytes: number;
  #file: OpenFile | undefined;
  /** The end of the last line, in bytes. */
  #end = 0;
  /** How many writes there were, and how many of them survive a power cut. */
  #writes = 0;
  #synced = 0;
  /** True while the file is created or cleared. */
  #isBusy = false;
  /** When it may be created again, on the clock of `performance`. */
  #retryAt = -Infinity;

  /** @param bytes the size of the file */
  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#bytes = bytes;
  }

  /**
   * Creates the file, unless there is one or the last try failed within a minute.
   * @throws the error of the file system when it cannot be created, or an error when the disk has too little space
   */
  async prepare(): Promise<void> {
    if (this.#isBusy || (this.#file !== undefined && existsSync(this.#file.path))) return;
    if (performance.now() < this.#retryAt) return;
    await this.#whileBusy(async () => {
      this.#retryAt = performance.now() + pauseMs;
      await this.close();
      this.#file = await this.#create();
      this.#retryAt = -Infinity;
    });
  }

  /**
   * Goes on in a spare file that was taken over, unless there is one. Returns whether it does.
   * @throws the error of the file system when the file cannot be opened
   */
  adopt({ path, bytes, end }: LeftFile): boolean {
    if (bytes !== this.#bytes || this.#isBusy || this.#file !== undefined) return false;
    this.#file = { path, descriptor: openSync(path, 'r+') };
    this.#end = end;
    return true;
  }

  /** Writes all of it, or returns false: without a file, without room in it, or when another process has taken it over. */
  write(bytes: Buffer): boolean {
    if (this.#file === undefined || this.#isBusy) return false;
    if (this.#end + bytes.length > this.#bytes) return false;
    this.#writes += 1;
    const written = writeSync(this.#file.descriptor, bytes, 0, bytes.length, this.#end);
    if (written < bytes.length) return false;
    this.#end += written;
    return existsSync(this.#file.path);
  }

  /** Resolves when everything that was written survives a power cut. */
  async sync(): Promise<void> {
    const writes = this.#writes;
    if (this.#file === undefined || this.#synced === writes) return;
    await syncFile(this.#file.descriptor);
    this.#synced = Math.max(this.#synced, writes);
  }

  /** Writes zeros over all lines, so that the file keeps its space. */
  async clear(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    await this.#whileBusy(async () => {
      await writeFileAt(file.descriptor, Buffer.alloc(this.#end), 0, this.#end, 0);
      this.#end = 0;
    });
  }

  /** Closes the file, which stays on the disk. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#end = 0;
    this.#synced = this.#writes;
    if (file !== undefined) await closeFile(file.descriptor);
  }

  /** Closes and deletes the file. */
  async remove(): Promise<void> {
    const path = this.#file?.path;
    await this.close();
    if (path !== undefined) await rm(path, { force: true });
  }

  async #create(): Promise<OpenFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < this.#bytes + leftFree) throw new Error('The disk has too little space.');
    const path = join(this.#folder, randomUUID() + spareExtension);
    try {
      await writeFile(path, Buffer.alloc(this.#bytes), { flag: 'wx', mode: 0o600 });
      return { path, descriptor: openSync(path, 'r+') };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async #whileBusy(work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    try {
      await work();
    } finally {
      this.#isBusy = false;
    }
  }
}
