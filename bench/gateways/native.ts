/** Compiles the programs in `native`, and runs the load generator. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cores, findFreePort, startProgram, type RunningProgram } from './processes.ts';

const sources = {
  upstream: ['upstream.c', 'answers.c', 'common.c'],
  load: ['load.c', 'response.c', 'samples.c', 'cpu.c', 'common.c'],
  delay: ['delay.c', 'common.c'],
} as const;
const folder = fileURLToPath(new URL('../native/', import.meta.url));

/** The paths of the compiled programs. */
export type NativePrograms = Readonly<Record<keyof typeof sources, string>>;

/**
 * Compiles the programs.
 * @param target the folder for them
 * @throws {Error} without a C compiler, or when it refuses a file
 */
export function compilePrograms(target: string): NativePrograms {
  const compile = (name: keyof typeof sources): string => {
    const path = join(target, name);
    const files = sources[name].map((file) => join(folder, file));
    const words = ['-O2', '-Wall', '-Wextra', '-Werror', '-o', path, ...files];
    const { status, error, stderr } = spawnSync('cc', words, { encoding: 'utf8' });
    if (error !== undefined) throw new Error('A C compiler, cc, is needed.', { cause: error });
    if (status !== 0) throw new Error(`${name} could not be compiled:\n${stderr}`);
    return path;
  };
  return { upstream: compile('upstream'), load: compile('load'), delay: compile('delay') };
}

/** Starts a program of this folder that prints `ready`, with its port as the first argument. */
export async function startNative(
  path: string,
  place: string,
  words: readonly string[] = [],
): Promise<RunningProgram & { readonly port: number }> {
  const port = Number(/^port=(\d+)$/.exec(words[0] ?? '')?.[1] ?? (await findFreePort()));
  const command = [path, `port=${port}`, ...words];
  const program = startProgram({ command, folder: place, core: cores.load });
  for (const limit = Date.now() + 5_000; !program.output().includes('ready');) {
    if (program.exitCode() !== null || Date.now() > limit) {
      throw new Error(`${path} did not start:\n${program.output()}`);
    }
    await wait(5);
  }
  return { ...program, port };
}

/** Durations in microseconds; without samples only the count. */
export interface Samples {
  readonly count: number;
  readonly p50?: number;
  readonly p90?: number;
  readonly p99?: number;
  /** The longest. */
  readonly p100?: number;
}

/** What the load generator measured. */
export interface LoadResult {
  readonly seconds: number;
  /** Calls that ended within the measurement. */
  readonly calls: number;
  readonly events: number;
  /** CPU time of the subject's processes. */
  readonly cpuUs: number;
  /** From the start of a call to its end. */
  readonly latencyUs: Samples;
  /** From the start of a call to its first event. */
  readonly firstEventUs: Samples;
  /** From when the upstream sent an event to when it arrived. */
  readonly delayUs: Samples;
  /** Between two events of a stream. */
  readonly gapUs: Samples;
}

/** The arguments of `load.c`, which describes them. */
export interface LoadSettings {
  readonly port: number;
  readonly request: string;
  readonly end: string;
  readonly connections: number;
  readonly seconds?: number;
  readonly warm?: number;
  readonly ramp?: number;
  readonly rate?: number;
  readonly calls?: number;
  readonly events?: number;
  readonly bytes?: number;
  readonly pid?: number;
}

/**
 * Runs the load generator.
 * @throws {Error} when an answer was wrong
 */
export async function runLoad(path: string, settings: LoadSettings): Promise<LoadResult> {
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = spawn('taskset', ['-c', String(cores.load), path, ...words]);
  let faults = '';
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const reason = faults.trim().split('\n').slice(0, 4).join('; ');
  if (code !== 0) throw new Error(reason || `the load generator ended with ${code}`);
  const result = JSON.parse(output) as LoadResult & { readonly errors: number };
  if (result.errors > 0) throw new Error(`${result.errors} answers were wrong: ${reason}`);
  return result;
}
