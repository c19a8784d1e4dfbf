/** Keeps settlements on a disk while the store is down, so that a process which dies loses none. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger, Settlement, SettlementOutbox } from '@parley/core';
import { decodeLines, encodeLine } from './lines.ts';

const ending = '.outbox';
/** The folder and the ending of earlier versions, beside today's folder. */
const earlier = { folder: 'spool', ending: '.spool' };

/**
 * Keeps settlements in a folder, one file for each process. The next process to start reads what is left,
 * files of earlier versions included. Several may read the same, because an exchange is settled once.
 * @param folder created when there is something to keep
 */
export function createSettlementOutbox(folder: string, log: Logger): SettlementOutbox {
  return new FileOutbox(folder, log);
}

class FileOutbox implements SettlementOutbox {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #own: string;
  /** How many bytes were read of each file. */
  readonly #read = new Map<string, number>();
  /** Operations run one after the other, so that nothing is cleared that was added later. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#own = join(folder, randomUUID() + ending);
  }

  append(settlement: Settlement): Promise<void> {
    return this.#inTurn(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // Opened each time: somebody who has settled all of it may have removed the file.
      const file = await open(this.#own, 'a', 0o600);
      try {
        await file.writeFile(encodeLine(settlement));
        await file.datasync();
      } finally {
        await file.close();
      }
    });
  }

  readLeft(): Promise<readonly Settlement[]> {
    return this.#inTurn(async () => {
      const earlierFolder = join(dirname(this.#folder), earlier.folder);
      const paths = [
        ...(await listFiles(earlierFolder, earlier.ending)),
        ...(await listFiles(this.#folder, ending)),
      ];
      const settlements: Settlement[] = [];
      for (const path of paths) settlements.push(...(await this.#readFile(path)));
      return settlements.sort((left, right) => left.record.startedAt - right.record.startedAt);
    });
  }

  clear(): Promise<void> {
    return this.#inTurn(async () => {
      await rm(this.#own, { force: true });
      for (const [path, size] of this.#read) {
        const status = await stat(path).catch(ignoreMissing);
        // Its process is alive and has added to it; it clears the file itself.
        if (status?.size === size) await rm(path, { force: true });
      }
      this.#read.clear();
    });
  }

  async #readFile(path: string): Promise<readonly Settlement[]> {
    const bytes = await readFile(path).catch(ignoreMissing);
    if (bytes === undefined) return [];
    this.#read.set(path, bytes.length);
    const { settlements, damaged } = decodeLines(bytes.toString('utf8'));
    if (damaged > 0) {
      this.#log('error', 'Lines of the outbox are damaged and left out.', { path, damaged });
    }
    return settlements;
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
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
