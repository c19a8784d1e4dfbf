/** The files that other processes have left in the outbox; used by `settlement-outbox.ts`. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Logger, Settlement } from '@parley/core';
import { earlierOutboxName } from './data-folder.ts';
import { decodeLines } from './outbox-lines.ts';

/** The extension of the files of the outbox. */
export const extension = '.outbox';
/** The folder and the extension that earlier versions used. */
const earlier = { folder: earlierOutboxName, extension: '.spool' };

/** A file that this process has taken over. */
export interface LeftFile {
  readonly path: string;
  /** Without those whose lines are damaged, which are logged. */
  readonly settlements: readonly Settlement[];
  /** The size of the file, in bytes. */
  readonly bytes: number;
  /** The end of its last line, in bytes: in a spare file, zeros follow. */
  readonly end: number;
}

/** Takes over all files of the outbox in this folder, and those that earlier versions left beside it. */
export async function* takeOverFiles(folder: string, log: Logger): AsyncGenerator<LeftFile> {
  const paths = [
    ...(await listFiles(join(dirname(folder), earlier.folder), earlier.extension)),
    ...(await listFiles(folder, extension)),
  ];
  for (const path of paths) {
    const left = await takeOver(path, log);
    if (left !== undefined) yield left;
  }
}

/** The new name tells the process that wrote the file, if it still runs. */
async function takeOver(found: string, log: Logger): Promise<LeftFile | undefined> {
  const path = join(dirname(found), randomUUID() + extname(found));
  const isTaken = await rename(found, path).then(() => true, ignoreMissing);
  const bytes = isTaken && (await readFile(path).catch(ignoreMissing));
  if (!bytes) return undefined;
  const { settlements, damaged } = decodeLines(bytes.toString('utf8'));
  if (damaged > 0) log('error', 'Damaged lines of the outbox were skipped.', { path, damaged });
  return { path, settlements, bytes: bytes.length, end: bytes.lastIndexOf('\n') + 1 };
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
