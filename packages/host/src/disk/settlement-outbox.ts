import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger, Settlement, SettlementSpool } from '@parley/core';
import { decodeLines, encodeLine } from './lines.ts';

const ending = '.spool';

/**
 * Keeps settlements in a folder, one file for each process, while the store is down. Whoever starts next
 * reads what is left. That several read the same does no harm: an exchange is settled once by its id.
 * @param folder made when there is something to keep
 */
export function createSettlementSpool(folder: string, log: Logger): SettlementSpool {
  return new FileSpool(folder, log);
}

class FileSpool implements SettlementSpool {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #own: string;
  /** What was read of the files of others, in bytes. */
  readonly #read = new Map<string, number>();
  /** One thing after the other, so that nothing is cleared that comes later. */
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
      const names = await readdir(this.#folder).catch(ignoreMissing);
      const settlements: Settlement[] = [];
      for (const name of names?.filter((each) => each.endsWith(ending)).sort() ?? []) {
        settlements.push(...(await this.#readFile(join(this.#folder, name))));
      }
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
      this.#log('error', 'Lines of the spool are damaged and left out.', { path, damaged });
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
