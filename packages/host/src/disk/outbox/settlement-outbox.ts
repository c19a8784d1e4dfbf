/** The outbox on disk: settlements are written here until the store has them, so that a crash loses none. */
import type { Buffer } from 'node:buffer';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';
import type { Logger, Settlement, SettlementOutbox } from '@parley/core';
import { outboxName } from '../data-folder.ts';
import { readSpares, takeOverFiles, takeOverSpares, type LeftFile } from './left-files.ts';
import { OutboxLines } from './lines.ts';
import { OwnFiles, type OutboxFile } from './own-files.ts';
import { OutboxSpare } from './spare-file.ts';

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

/** The file for settlements that the disk does not take otherwise. */
interface SpareFile extends OutboxFile {
  readonly space: OutboxSpare;
}

/** Milliseconds without a refusal after which a disk is no longer full. */
const spaceMs = 10_000;

/** The settlements that are appended in one turn of the event loop, and written at its end. */
interface Turn {
  readonly ids: string[];
  readonly written: Promise<void>;
}

class FileOutbox implements SettlementOutbox {
  readonly #folder: string;
  readonly #log: Logger;
  /** The file of each settlement, by the id of the exchange. */
  readonly #fileOf = new Map<string, OutboxFile>();
  readonly #own: OwnFiles;
  readonly #spare: SpareFile | undefined;
  /** When the disk took settlements nowhere else for the last time, on the monotonic clock, until that is over. */
  #fullAt: number | undefined;
  #turn: Turn | undefined;
  #isClosed = false;
  /** The lines of the turn. */
  readonly #lines = new OutboxLines();
  readonly #background = new Set<Promise<void>>();

  constructor(folder: string, log: Logger, spare: number) {
    this.#folder = folder;
    this.#log = log;
    this.#own = new OwnFiles(folder, (work) => {
      this.#wait(work);
    });
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
    await Promise.all([this.#own.sync(), this.#spare?.space.sync()]);
  }

  async readLeft(): Promise<readonly Settlement[]> {
    const files = [...(await this.#takeFiles()), ...(await this.#takeSpares())];
    const settlements = files.flatMap((file) => file.settlements);
    this.#log.debug?.('The outbox was read.', { settlements: settlements.length });
    return settlements.sort((left, right) => left.record.startedAt - right.record.startedAt);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = this.#fileOf.get(id);
      this.#fileOf.delete(id);
      if (file !== undefined) this.#release(file);
    }
    this.#own.rotate();
    // Another process may have taken it over. A process that wrote nothing needs none.
    if (this.#own.exist) this.#prepareSpare();
    await Promise.all(this.#background);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn?.written.catch(() => undefined);
    await Promise.all(this.#background);
    this.#own.close();
    const { kept = 0, space } = this.#spare ?? {};
    if (space !== undefined) this.#wait(kept === 0 ? space.remove() : space.close());
    await Promise.all(this.#background);
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
    const isFirst = !this.#own.exist;
    try {
      const file = this.#own.write(bytes);
      this.#reportSpace();
      if (isFirst) this.#prepareSpare();
      return file;
    } catch (cause) {
      if (this.#spare?.space.write(bytes) !== true) throw cause;
      const message = 'The disk takes no more settlements: the outbox uses its spare file.';
      if (this.#fullAt === undefined) this.#log('error', message, { cause });
      this.#fullAt = performance.now();
      return this.#spare;
    }
  }

  /** Files that the store no longer needs are emptied, so a full disk takes a few settlements from time to time. */
  #reportSpace(): void {
    if (this.#fullAt === undefined || performance.now() - this.#fullAt < spaceMs) return;
    this.#fullAt = undefined;
    this.#log('info', 'The disk takes settlements again.');
  }

  #prepareSpare(): void {
    if (this.#spare === undefined) return;
    this.#wait(this.#spare.space.prepare(), 'The outbox has no spare file for a full disk.');
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
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  async #takeFiles(): Promise<readonly LeftFile[]> {
    const files = await takeOverFiles(this.#folder, this.#log);
    for (const left of files) this.#adopt(left, asOutboxFile(left));
    return files;
  }

  /** A process without a spare file, such as a command, leaves those of others to them. */
  async #takeSpares(): Promise<readonly LeftFile[]> {
    const spare = this.#spare;
    if (spare === undefined) return readSpares(this.#folder, this.#log);
    const files = await takeOverSpares(this.#folder, this.#log);
    for (const left of files) {
      const isAdopted = !left.hasUnknown && spare.space.adopt(left);
      this.#adopt(left, isAdopted ? spare : asOutboxFile(left));
    }
    return files;
  }

  #adopt({ settlements }: LeftFile, file: OutboxFile): void {
    // Counts as one more until all are counted.
    file.kept += 1;
    for (const { record } of settlements) this.#assign(record.id, file);
    this.#release(file);
  }
}

/** A file that is deleted when the store has everything in it, which it never has of what is unknown. */
function asOutboxFile({ path, hasUnknown }: LeftFile): OutboxFile {
  return {
    kept: 0,
    drop: () => (hasUnknown ? Promise.resolve() : rm(path, { force: true })),
  };
}
