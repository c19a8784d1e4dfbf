/** The outbox on disk: settlements are written here until the store has them, so that a crash loses none. */
import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';
import type { Logger, Settlement, SettlementOutbox } from '@parley/core';
import { outboxName } from './data-folder.ts';
import { extension, takeOverFiles, type LeftFile } from './outbox-left.ts';
import { OutboxLines } from './outbox-lines.ts';
import { OutboxSegment } from './outbox-segment.ts';
import { OutboxSpare } from './outbox-spare.ts';

/** The size from which the next settlements go to another file, so that this one can be emptied, in bytes. */
const largestFile = 256 * 1_024;
/** How many files stay open to be written next. */
const mostIdle = 2;

/**
 * Creates an outbox with a few files for each process. The next process to start takes over what others left, files
 * of earlier versions included: also those of a running process, which then continues in another file. Reading the
 * same settlement twice does no harm: an exchange is settled once by its id.
 * @param folder created when the first settlement is written
 * @param spare the size of a file for settlements that a full disk does not take, in bytes; none by default
 */
export function createSettlementOutbox(folder: string, log: Logger, spare = 0): SettlementOutbox {
  return new FileOutbox(folder, log, spare);
}

/** A file with settlements that are not in the store yet. */
interface OutboxFile {
  /** How many of its settlements were not removed, and are in no later file. */
  kept: number;
  /** Called when there is none left. */
  readonly drop: () => Promise<void>;
}

/** A file that this process writes. */
interface OwnFile extends OutboxFile {
  readonly segment: OutboxSegment;
  /** How many operations run during which nothing is written to it. */
  pauses: number;
}

/** The file for settlements that the disk does not take otherwise. */
interface SpareFile extends OutboxFile {
  readonly space: OutboxSpare;
}

/** The settlements that are appended in one turn of the event loop, and written at its end. */
interface Turn {
  readonly ids: string[];
  readonly written: Promise<void>;
}

/**
 * The outbox in a data folder.
 * @param spare as for `createSettlementOutbox`
 */
export function openSettlementOutbox(
  dataFolder: string,
  log: Logger,
  spare?: number,
): SettlementOutbox {
  return createSettlementOutbox(join(dataFolder, outboxName), log, spare);
}

class FileOutbox implements SettlementOutbox {
  readonly #folder: string;
  readonly #log: Logger;
  /** The file of each settlement, by the id of the exchange. */
  readonly #fileOf = new Map<string, OutboxFile>();
  /** The files that this process has open. */
  readonly #own = new Set<OwnFile>();
  /** The file that is written, and those that can be written next. */
  #current: OwnFile | undefined;
  readonly #idle = new Set<OwnFile>();
  readonly #spare: SpareFile | undefined;
  /** True while the disk takes settlements nowhere else. */
  #isSpareUsed = false;
  #turn: Turn | undefined;
  #isClosed = false;
  /** The lines of the turn. */
  readonly #lines = new OutboxLines();
  readonly #dropping = new Set<Promise<void>>();

  constructor(folder: string, log: Logger, spare: number) {
    this.#folder = folder;
    this.#log = log;
    if (spare === 0) return;
    const space = new OutboxSpare(folder, spare);
    this.#spare = { kept: 0, drop: () => space.clear(), space };
  }

  append(id: string, text: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The outbox is closed.'));
    const turn = (this.#turn ??= this.#beginTurn());
    this.#lines.add(text);
    turn.ids.push(id);
    return turn.written;
  }

  async sync(): Promise<void> {
    // A write to a file that is being synced would wait for the disk.
    const syncs = [...this.#own].map((file) => this.#pause(file, () => file.segment.sync()));
    await Promise.all([...syncs, this.#spare?.space.sync()]);
  }

  async readLeft(): Promise<readonly Settlement[]> {
    const settlements: Settlement[] = [];
    for await (const left of takeOverFiles(this.#folder, this.#log)) {
      this.#adopt(left);
      settlements.push(...left.settlements);
    }
    this.#log.debug?.('The outbox was read.', { settlements: settlements.length });
    return settlements.sort((left, right) => left.record.startedAt - right.record.startedAt);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = this.#fileOf.get(id);
      this.#fileOf.delete(id);
      if (file !== undefined) this.#release(file);
    }
    if ((this.#current?.segment.bytes ?? 0) >= largestFile) this.#current = undefined;
    if (this.#own.size > 0) this.#prepareSpare();
    await Promise.all(this.#dropping);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn?.written.catch(() => undefined);
    await Promise.all(this.#dropping);
    for (const { kept, segment } of this.#own) {
      this.#wait(kept === 0 ? segment.remove() : segment.close());
    }
    const { kept = 0, space } = this.#spare ?? {};
    if (space !== undefined) this.#wait(kept === 0 ? space.remove() : space.close());
    this.#own.clear();
    this.#idle.clear();
    this.#current = undefined;
    await Promise.all(this.#dropping);
  }

  #beginTurn(): Turn {
    // An immediate runs after all input of the turn was read, so that its exchanges share a write.
    const turnEnd = new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    const written = turnEnd.then(() => {
      this.#writeTurn();
    });
    return { ids: [], written };
  }

  #writeTurn(): void {
    const ids = this.#turn?.ids ?? [];
    this.#turn = undefined;
    const file = this.#write(this.#lines.take());
    for (const id of ids) {
      this.#assign(id, file);
      this.#log.debug?.('A settlement is in the outbox.', { request_id: id });
    }
  }

  #write(bytes: Buffer): OutboxFile {
    try {
      const file = this.#writeOwn(bytes);
      this.#isSpareUsed = false;
      return file;
    } catch (cause) {
      if (this.#spare?.space.write(bytes) !== true) throw cause;
      const message = 'The disk takes no more settlements: the outbox uses its spare file.';
      if (!this.#isSpareUsed) this.#log('error', message, { cause });
      this.#isSpareUsed = true;
      return this.#spare;
    }
  }

  #writeOwn(bytes: Buffer): OwnFile {
    for (;;) {
      const file = (this.#current ??= this.#takeIdle() ?? this.#open());
      if (file.segment.write(bytes)) return file;
      this.#leave(file);
    }
  }

  #open(): OwnFile {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const segment = new OutboxSegment(join(this.#folder, randomUUID() + extension));
    const file = { kept: 0, pauses: 0, segment, drop: () => this.#empty(file) };
    this.#own.add(file);
    this.#prepareSpare();
    return file;
  }

  /** Also after another process has taken over the file. */
  #prepareSpare(): void {
    if (this.#spare === undefined) return;
    this.#wait(this.#spare.space.prepare(), 'The outbox has no spare file for a full disk.');
  }

  #takeIdle(): OwnFile | undefined {
    const [file] = this.#idle;
    if (file !== undefined) this.#idle.delete(file);
    return file;
  }

  /** The file belongs to another process now, which settles what is in it. */
  #leave(file: OwnFile): void {
    this.#current = undefined;
    this.#own.delete(file);
    this.#wait(file.segment.close());
  }

  async #empty(file: OwnFile): Promise<void> {
    if (!this.#own.has(file)) return;
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
      if (file.pauses === 0 && this.#own.has(file)) this.#resume(file);
    }
  }

  /** A large file is written again when it is empty. */
  #resume(file: OwnFile): void {
    if (file.segment.bytes >= largestFile) return;
    if (file.kept > 0 || this.#idle.size < mostIdle) this.#idle.add(file);
    else {
      this.#own.delete(file);
      this.#wait(file.segment.remove());
    }
  }

  #assign(id: string, file: OutboxFile): void {
    const former = this.#fileOf.get(id);
    this.#fileOf.set(id, file);
    file.kept += 1;
    if (former !== undefined) this.#release(former);
  }

  #release(file: OutboxFile): void {
    file.kept -= 1;
    if (file.kept === 0) this.#wait(file.drop());
  }

  /** A failure is logged; a settlement that stays on the disk is settled again, which changes nothing. */
  #wait(work: Promise<void>, message = 'Settled exchanges stay in the outbox.'): void {
    const done: Promise<void> = work
      .catch((cause: unknown) => {
        this.#log('warn', message, { cause });
      })
      .finally(() => this.#dropping.delete(done));
    this.#dropping.add(done);
  }

  #adopt(left: LeftFile): void {
    const file = this.#fileFor(left);
    // Counts as one more until all are counted.
    file.kept += 1;
    for (const { record } of left.settlements) this.#assign(record.id, file);
    this.#release(file);
  }

  #fileFor(left: LeftFile): OutboxFile {
    if (this.#spare?.space.adopt(left) === true) return this.#spare;
    return { kept: 0, drop: () => rm(left.path, { force: true }) };
  }
}
