/** The outbox on disk: settlements wait here while the store is down, so that a crash loses none. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Logger, Settlement, SettlementOutbox } from '@parley/core';
import { earlierOutboxName } from './data-folder.ts';

const extension = '.outbox';
/** The folder and the extension that earlier versions used. */
const earlier = { folder: earlierOutboxName, extension: '.spool' };

/**
 * Creates an outbox with one file per process. The next process to start reads what earlier ones left,
 * files of earlier versions included.
 * Reading the same settlement twice does no harm: an exchange is settled once by its id.
 * @param folder created when the first settlement is written
 */
export function createSettlementOutbox(folder: string, log: Logger): SettlementOutbox {
  return new FileOutbox(folder, log);
}

class FileOutbox implements SettlementOutbox {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #ownPath: string;
  /** The files of other processes that were read, with the bytes read of each. */
  readonly #read = new Map<string, number>();
  /** Operations run one after another, so that `clear` removes nothing that was appended later. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#ownPath = join(folder, randomUUID() + extension);
  }

  append(settlement: Settlement): Promise<void> {
    return this.#enqueue(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // Opened each time, because another process that has settled all of it may remove the file.
      const file = await open(this.#ownPath, 'a', 0o600);
      try {
        await file.writeFile(encodeLine(settlement));
        await file.datasync();
      } finally {
        await file.close();
      }
      this.#log.debug?.('A settlement waits in the outbox.', { request_id: settlement.record.id });
    });
  }

  readLeft(): Promise<readonly Settlement[]> {
    return this.#enqueue(async () => {
      const earlierFolder = join(dirname(this.#folder), earlier.folder);
      const paths = [
        ...(await listFiles(earlierFolder, earlier.extension)),
        ...(await listFiles(this.#folder, extension)),
      ];
      const settlements: Settlement[] = [];
      for (const path of paths) settlements.push(...(await this.#readFile(path)));
      this.#log.debug?.('The outbox was read.', { settlements: settlements.length });
      return settlements.sort((left, right) => left.record.startedAt - right.record.startedAt);
    });
  }

  clear(): Promise<void> {
    return this.#enqueue(async () => {
      await rm(this.#ownPath, { force: true });
      for (const [path, size] of this.#read) {
        const status = await stat(path).catch(ignoreMissing);
        // A file that has grown belongs to a running process, which clears it itself.
        if (status?.size === size) await rm(path, { force: true });
      }
      this.#read.clear();
      this.#log.debug?.('The outbox was flushed: every settlement is in the store.', {});
    });
  }

  async #readFile(path: string): Promise<readonly Settlement[]> {
    const bytes = await readFile(path).catch(ignoreMissing);
    if (bytes === undefined) return [];
    this.#read.set(path, bytes.length);
    const { settlements, damaged } = decodeLines(bytes.toString('utf8'));
    if (damaged > 0) {
      this.#log('error', 'Damaged lines of the outbox were skipped.', { path, damaged });
    }
    return settlements;
  }

  #enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
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

interface DecodedLines {
  readonly settlements: readonly Settlement[];
  /** Lines with a wrong checksum: most often the last one, of a process that crashed while writing. */
  readonly damaged: number;
}

/** One line: the CRC-32 of the JSON in eight hexadecimal digits, a space, and the JSON. */
function encodeLine(settlement: Settlement): string {
  const text = JSON.stringify(settlement);
  return `${checksumOf(text)} ${text}\n`;
}

function decodeLines(content: string): DecodedLines {
  const lines = content.split('\n').filter((line) => line !== '');
  const intact = lines.filter((line) => line.slice(0, 9) === `${checksumOf(line.slice(9))} `);
  return {
    // The checksum proves that `encodeLine` wrote the line.
    settlements: intact.map((line) =>
      upgrade(JSON.parse(renameAmounts(line.slice(9))) as StoredSettlement),
    ),
    damaged: lines.length - intact.length,
  };
}

const currentNames: Readonly<Record<string, string>> = {
  nanos: 'nanoUsd',
  listNanos: 'listNanoUsd',
  chargedNanos: 'chargedNanoUsd',
};

/**
 * Earlier versions wrote amounts without their unit. A quote within a JSON string is escaped, so only
 * names of fields match.
 */
function renameAmounts(json: string): string {
  return json.replaceAll(
    /"(nanos|listNanos|chargedNanos)":/g,
    (_, name: string) => `"${currentNames[name] ?? name}":`,
  );
}

/** A settlement as written by this version or by an earlier one, which had no records of attempts. */
type StoredSettlement = Omit<Settlement, 'record'> & {
  readonly record: Omit<Settlement['record'], 'attemptRecords'> &
    Partial<Pick<Settlement['record'], 'attemptRecords'>>;
};

function upgrade({ record, ...settlement }: StoredSettlement): Settlement {
  return { ...settlement, record: { ...record, attemptRecords: record.attemptRecords ?? [] } };
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
