/** The outbox on disk: settlements are written here until the store has them, so that a crash loses none. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { setImmediate } from 'node:timers';
import type { Logger, Settlement, SettlementOutbox } from '@parley/core';
import { earlierOutboxName, outboxName } from './data-folder.ts';
import { decodeLines, OutboxLines } from './outbox-lines.ts';
import { OutboxSegment } from './outbox-segment.ts';

const extension = '.outbox';
/** The folder and the extension that earlier versions used. */
const earlier = { folder: earlierOutboxName, extension: '.spool' };
/** The size from which the next settlements go to another file, so that this one can be emptied, in bytes. */
const largestFile = 256 * 1_024;
/** How many files stay open to be written next. */
const mostIdle = 2;

/**
 * Creates an outbox with a few files for each process. The next process to start takes over what others left, files
 * of earlier versions included: also those of a running process, which then continues in another file. Reading the
 * same settlement twice does no harm: an exchange is settled once by its id.
 * @param folder created when the first settlement is written
 */
export function createSettlementOutbox(folder: string, log: Logger): SettlementOutbox {
  return new FileOutbox(folder, log);
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

/** The settlements that are appended in one turn of the event loop, and written at its end. */
interface Turn {
  readonly ids: string[];
  readonly written: Promise<void>;
}

/** The outbox in a data folder. */
export function openSettlementOutbox(dataFolder: string, log: Logger): SettlementOutbox {
  return createSettlementOutbox(join(dataFolder, outboxName), log);
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
  #turn: Turn | undefined;
  #isClosed = false;
  /** The lines of the turn. */
  readonly #lines = new OutboxLines();
  readonly #dropping = new Set<Promise<void>>();

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
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
    await Promise.all([...this.#own].map((file) => this.#pause(file, () => file.segment.sync())));
  }

  async readLeft(): Promise<readonly Settlement[]> {
    const earlierFolder = join(dirname(this.#folder), earlier.folder);
    const paths = [
      ...(await listFiles(earlierFolder, earlier.extension)),
      ...(await listFiles(this.#folder, extension)),
    ];
    const settlements: Settlement[] = [];
    for (const path of paths) settlements.push(...(await this.#takeOver(path)));
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
    await Promise.all(this.#dropping);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn?.written.catch(() => undefined);
    await Promise.all(this.#dropping);
    for (const { kept, segment } of this.#own) {
      this.#wait(kept === 0 ? segment.remove() : segment.close());
    }
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
    const bytes = this.#lines.take();
    for (;;) {
      const file = (this.#current ??= this.#takeIdle() ?? this.#open());
      if (file.segment.write(bytes)) {
        for (const id of ids) {
          this.#assign(id, file);
          this.#log.debug?.('A settlement is in the outbox.', { request_id: id });
        }
        return;
      }
      this.#leave(file);
    }
  }

  #open(): OwnFile {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const segment = new OutboxSegment(join(this.#folder, randomUUID() + extension));
    const file = { kept: 0, pauses: 0, segment, drop: () => this.#empty(file) };
    this.#own.add(file);
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
  #wait(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch((cause: unknown) => {
        this.#log('warn', 'Settled exchanges stay in the outbox.', { cause });
      })
      .finally(() => this.#dropping.delete(done));
    this.#dropping.add(done);
  }

  /** The new name tells the process that wrote the file, if it still runs. */
  async #takeOver(found: string): Promise<readonly Settlement[]> {
    const path = join(dirname(found), randomUUID() + extname(found));
    const isTaken = await rename(found, path).then(() => true, ignoreMissing);
    const bytes = isTaken && (await readFile(path).catch(ignoreMissing));
    if (!bytes) return [];
    const { settlements, damaged } = decodeLines(bytes.toString('utf8'));
    if (damaged > 0) {
      this.#log('error', 'Damaged lines of the outbox were skipped.', { path, damaged });
    }
    // Counts as one more until all are counted.
    const file: OutboxFile = { kept: 1, drop: () => rm(path, { force: true }) };
    for (const { record } of settlements) this.#assign(record.id, file);
    this.#release(file);
    return settlements;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

async function listFiles(folder: string, end: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => join(folder, name));
}
