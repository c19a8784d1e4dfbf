/** The files that other processes have left in the outbox; used by `settlement-outbox.ts`. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Logger, Settlement } from '@parley/core';
import { earlierOutboxName } from '../data-folder.ts';
import { decodeLines } from './lines.ts';

/** The extension of the files of the outbox. */
export const extension = '.outbox';
/** The extension of its spare files. */
export const spareExtension = '.spare';
/** The folder and the extension that earlier versions used. */
const earlier = { folder: earlierOutboxName, extension: '.spool' };

/** What a file holds that another process has left, or still writes. */
export interface LeftFile {
  readonly path: string;
  /** Without those whose lines are damaged, which are logged. */
  readonly settlements: readonly Settlement[];
  /** Whether it has lines that only another version can read, for which it is kept. */
  readonly hasUnknown: boolean;
  /** The size of the file, in bytes. */
  readonly bytes: number;
  /** The end of its last line, in bytes: in a spare file, zeros follow. */
  readonly end: number;
}

/** Takes over all files of the outbox in this folder but the spare ones, and those that earlier versions left beside it. */
export async function takeOverFiles(folder: string, log: Logger): Promise<readonly LeftFile[]> {
  const paths = [
    ...(await listFiles(join(dirname(folder), earlier.folder), earlier.extension)),
    ...(await listFiles(folder, extension)),
  ];
  return collect(paths, (path) => takeOver(path, log));
}

/** Takes over the spare files, for a process that can go on in one. */
export async function takeOverSpares(folder: string, log: Logger): Promise<readonly LeftFile[]> {
  return collect(await listFiles(folder, spareExtension), (path) => takeOver(path, log));
}

/** Reads the spare files, which stay with the processes that may still write them. */
export async function readSpares(folder: string, log: Logger): Promise<readonly LeftFile[]> {
  return collect(await listFiles(folder, spareExtension), (path) => read(path, log));
}

type Read = (path: string) => Promise<LeftFile | undefined>;

/** One after the other. Files that are gone meanwhile are left out. */
async function collect(paths: readonly string[], readOne: Read): Promise<readonly LeftFile[]> {
  const files: LeftFile[] = [];
  for (const path of paths) {
    const file = await readOne(path);
    if (file !== undefined) files.push(file);
  }
  return files;
}

/** The new name tells the process that wrote the file, if it still runs. */
async function takeOver(found: string, log: Logger): Promise<LeftFile | undefined> {
  const path = join(dirname(found), randomUUID() + extname(found));
  const isTaken = await rename(found, path).then(() => true, ignoreMissing);
  return isTaken === true ? read(path, log) : undefined;
}

async function read(path: string, log: Logger): Promise<LeftFile | undefined> {
  const content = await readFile(path).catch(ignoreMissing);
  if (content === undefined) return undefined;
  const { settlements, damaged, unknown } = decodeLines(content.toString('utf8'));
  if (damaged > 0) log('error', 'Damaged lines of the outbox were skipped.', { path, damaged });
  const hasUnknown = unknown > 0;
  if (hasUnknown) log('error', 'Another version wrote lines of the outbox.', { path, unknown });
  const end = content.lastIndexOf('\n') + 1;
  return { path, settlements, hasUnknown, bytes: content.length, end };
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
