/** Starts the programs of a measurement on chosen cores, reads their memory, and ends them. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { openSync, closeSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** The cores of the subject and of everything else; the same one on a machine that has only one. */
export const cores = { subject: 0, load: availableParallelism() > 1 ? 1 : 0 } as const;

export interface RunningProgram {
  readonly pid: number;
  /** Its exit code; absent while it runs. */
  exitCode(): number | null;
  /** All output so far. */
  output(): string;
  /** Ends it by its process id. */
  stop(): Promise<void>;
}

export interface ProgramSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where its output is written, as `output.log`. */
  readonly folder: string;
  /** A core, or a list of them for `taskset`. */
  readonly core: number | string;
  readonly environment?: Readonly<Record<string, string>>;
}

const graceMs = 10_000;
/** Milliseconds within which a subject answers its first call, by itself and in an emulator. */
const startMs = { alone: 30_000, emulated: 300_000 } as const;
const running = new Set<Stoppable>();

/** What must not outlive the measurement. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** Lets `stopAll` end something else that was started, such as a database. */
export function stopWithOthers(item: Stoppable): void {
  running.add(item);
}

let emulator: readonly string[] = [];

/** Has an emulator run the programs that `work` starts. @param command the emulator and its arguments */
export async function runEmulated<Value>(
  command: readonly string[],
  work: () => Promise<Value>,
): Promise<Value> {
  emulator = command;
  try {
    return await work();
  } finally {
    emulator = [];
  }
}

/** Whether what is started now runs in an emulator, and so fifty times as slowly. */
export function isEmulated(): boolean {
  return emulator.length > 0;
}

/** Milliseconds within which a subject that is started now must answer. */
export function startLimitMs(): number {
  return isEmulated() ? startMs.emulated : startMs.alone;
}

/** Starts a program on its cores, with almost nothing in its environment. */
export function startProgram(settings: ProgramSettings): RunningProgram {
  const { command, folder, core, environment = {} } = settings;
  const path = join(folder, 'output.log');
  const output = openSync(path, 'a');
  const child = spawn('taskset', ['-c', String(core), ...emulator, ...command], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...environment },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const program: RunningProgram = {
    pid: child.pid ?? 0,
    exitCode: () => child.exitCode,
    output: () => readFileSync(path, 'utf8'),
    stop: async () => {
      running.delete(program);
      await endChild(child);
    },
  };
  running.add(program);
  return program;
}

async function endChild(child: ChildProcess): Promise<void> {
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (ended()) return;
  child.kill('SIGTERM');
  for (const limit = Date.now() + graceMs; !ended() && Date.now() < limit;) await wait(20);
  if (!ended()) child.kill('SIGKILL');
}

/** Ends everything that still runs. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((item) => item.stop()));
}

/** Moves this process, and so every program that it starts, to the core of the load. */
export function moveToLoadCore(): void {
  spawnSync('taskset', ['-acp', String(cores.load), String(process.pid)], { stdio: 'ignore' });
}

/** A port of the loopback that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Resident memory of a process and all its descendants, in bytes; shared pages count in each process. */
export function readTreeMemory(root: number): number {
  return listTree(root).reduce((sum, pid) => sum + (readStatus(pid, 'VmRSS') ?? 0) * 1_024, 0);
}

/** The ids of a process and all its descendants. */
export function listTree(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? readStatus(Number(name), 'PPid') : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return pid === root || (parent !== undefined && parent > 1 && isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
}

/** A number in `/proc/<pid>/status`; absent when the process has ended. */
function readStatus(pid: number, field: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const found = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text);
    return found?.[1] === undefined ? undefined : Number(found[1]);
  } catch {
    return undefined;
  }
}
