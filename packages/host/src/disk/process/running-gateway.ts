/** Notes in the data folder where a gateway listens, so that commands such as `parley env` find it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Logger } from '@parley/core';
import { createDataFolder } from '../data-folder.ts';

/** A gateway that runs on this machine with the data folder. */
export interface RunningGateway {
  /** Without a final slash, such as `http://0.0.0.0:8787`. */
  readonly url: string;
  readonly pid: number;
}

const fileName = 'gateway.json';

/**
 * Writes the note. Of several gateways with one data folder, the last one is found. A failure is logged.
 * @returns a function that removes the note, unless another gateway has replaced it; a failure is logged as well
 */
export function noteGateway(dataFolder: string, url: string, log: Logger): () => void {
  const file = join(dataFolder, fileName);
  try {
    createDataFolder(dataFolder);
    const note: RunningGateway = { url, pid: process.pid };
    writeFileSync(file, JSON.stringify(note), { mode: 0o600 });
  } catch (cause) {
    log('warn', 'Commands cannot find this gateway by its data folder.', { cause });
  }
  return () => {
    try {
      if (readNote(file)?.pid === process.pid) rmSync(file, { force: true });
    } catch (cause) {
      // Nobody takes the note of a process that has ended for a gateway.
      log('warn', 'The note of this gateway stays in its data folder.', { cause });
    }
  };
}

/** The gateway that runs with a data folder; `undefined` when there is none. */
export function findRunningGateway(dataFolder: string): RunningGateway | undefined {
  const note = readNote(join(dataFolder, fileName));
  return note !== undefined && isRunning(note.pid) ? note : undefined;
}

function readNote(file: string): RunningGateway | undefined {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Partial<RunningGateway> | null;
    const { url, pid } = note ?? {};
    const isNote = typeof url === 'string' && URL.canParse(url) && Number.isInteger(pid);
    return isNote && pid !== undefined ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

/** A process of another user cannot be signalled, but runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
