/** The files of the outbox that this process writes; used by `settlement-outbox.ts`. */
import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { extension } from './left-files.ts';
import { OutboxSegment } from './segment.ts';

/** The size from which the next settlements go to another file, so that this one can be emptied, in bytes. */
const largestFile = 256 * 1_024;
/** How many files stay open to be written next. */
const mostIdle = 2;

/** A file with settlements that are not in the store yet. */
export interface OutboxFile {
  /** How many of its settlements were not removed, and are in no later file. */
  kept: number;
  /** Called when there is none left. */
  readonly drop: () => Promise<void>;
}

interface OwnFile extends OutboxFile {
  readonly segment: OutboxSegment;
  /** How many operations run during which nothing is written to it. */
  pauses: number;
}

/** A few files, of which one is written, and none while it is synced or emptied. */
export class OwnFiles {
  readonly #folder: string;
  /** Takes over what runs in the background. */
  readonly #wait: (work: Promise<void>) => void;
  readonly #all = new Set<OwnFile>();
  /** The file that is written, and those that can be written next. */
  #current: OwnFile | undefined;
  readonly #idle = new Set<OwnFile>();

  constructor(folder: string, wait: (work: Promise<void>) => void) {
    this.#folder = folder;
    this.#wait = wait;
  }

  /** False until something is written. */
  get exist(): boolean {
    return this.#all.size > 0;
  }

  /**
   * Writes all of it. Returns the file that has it.
   * @throws the error of the file system, or an error when the disk takes only a part
   */
  write(bytes: Buffer): OutboxFile {
    for (;;) {
      const file = (this.#current ??= this.#takeIdle() ?? this.#open());
      if (file.segment.write(bytes)) return file;
      this.#leave(file);
    }
  }

  /** Resolves when everything that was written survives a power cut. */
  async sync(): Promise<void> {
    // A write to a file that is being synced would wait for the disk.
    await Promise.all([...this.#all].map((file) => this.#pause(file, () => file.segment.sync())));
  }

  /** Lets what is written next go to another file, if this one is large. */
  rotate(): void {
    if ((this.#current?.segment.bytes ?? 0) >= largestFile) this.#current = undefined;
  }

  /** Closes all files, and deletes those in which nothing is left. */
  close(): void {
    for (const { kept, segment } of this.#all) {
      this.#wait(kept === 0 ? segment.remove() : segment.close());
    }
    this.#all.clear();
    this.#idle.clear();
    this.#current = undefined;
  }

  #open(): OwnFile {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const segment = new OutboxSegment(join(this.#folder, randomUUID() + extension));
    const file = { kept: 0, pauses: 0, segment, drop: () => this.#empty(file) };
    this.#all.add(file);
    return file;
  }

  #takeIdle(): OwnFile | undefined {
    const [file] = this.#idle;
    if (file !== undefined) this.#idle.delete(file);
    return file;
  }

  /** The file belongs to another process now, which settles what is in it. */
  #leave(file: OwnFile): void {
    this.#current = undefined;
    this.#all.delete(file);
    this.#wait(file.segment.close());
  }

  async #empty(file: OwnFile): Promise<void> {
    if (!this.#all.has(file)) return;
    await this.#pause(file, () => file.segment.clear());
  }

  /** Runs an operation during which nothing is written to the file. */
  async #pause(file: OwnFile, operation: () => Promise<void>): Promise<void> {
    file.pauses += 1;
    if (file === this.#current) this.#current = undefined;
    this.#idle.delete(file);
    try {
      await operation();
    } finally {
      file.pauses -= 1;
      if (file.pauses === 0 && this.#all.has(file)) this.#resume(file);
    }
  }

  /** A large file is written again when it is empty. */
  #resume(file: OwnFile): void {
    if (file.segment.bytes >= largestFile) return;
    if (file.kept > 0 || this.#idle.size < mostIdle) this.#idle.add(file);
    else {
      this.#all.delete(file);
      this.#wait(file.segment.remove());
    }
  }
}
