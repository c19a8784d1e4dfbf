/** Starts the built command line for tests. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** One process of the built command line. */
export interface ParleyProcess {
  /** Base URL without `/v1`. */
  readonly url: string;
  /** Its process id; absent when it could not be started. */
  readonly pid: number | undefined;
  /** All output so far. */
  output(): string;
  /** Waits for a match in the output. */
  find(pattern: RegExp): Promise<string>;
  /** Stops the process gracefully, or kills it. Returns its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** A running gateway with its own data. */
export interface Parley {
  readonly url: string;
  /** The id of its process. */
  readonly pid: number | undefined;
  /** Its data folder. */
  readonly data: string;
  /** The key that the first start created. */
  readonly key: string;
  readonly adminToken: string;
  output(): string;
  /** Stops it and deletes its data. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** The program that was just built, or another one to run the same tests against. */
export const program =
  process.env['PARLEY_PROGRAM'] ??
  fileURLToPath(new URL('../apps/node/dist/cli.js', import.meta.url));
const builtCommand: readonly string[] = [process.execPath, program];
/** Also where other work takes most of the machine. */
const patienceMs = 60_000;

/**
 * Starts a process on a free port.
 * @param folder with its configuration file and its data
 * @param environment added to an otherwise almost empty environment
 * @param command the program to start instead of the built command line, with its first arguments
 */
export async function startProcess(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  [file = process.execPath, ...words] = builtCommand,
): Promise<ParleyProcess> {
  const configuration = join(folder, 'parley.yaml');
  const child = spawn(file, [...words, 'start', '--port', '0', '--config', configuration], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PARLEY_DATA: dataFolder(folder),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const find = async (pattern: RegExp): Promise<string> => {
    for (const limit = Date.now() + patienceMs; Date.now() < limit;) {
      const found = pattern.exec(output)?.[0];
      if (found !== undefined) return found;
      if (child.exitCode !== null) break;
      await wait(20);
    }
    await end('SIGTERM');
    throw new Error(`The gateway did not start:\n${output}`);
  };
  return {
    url: await find(/http:\/\/127\.0\.0\.1:\d+/),
    pid: child.pid,
    output: () => output,
    find,
    end,
  };
}

/** Without a terminal, a gateway writes the first secrets to a file before it prints its first lines. */
async function readSecrets(
  running: ParleyProcess,
  data: string,
): Promise<Pick<Parley, 'key' | 'adminToken'>> {
  await running.find(/Try it/);
  const text = await readFile(join(data, 'first-secrets.env'), 'utf8');
  const [, key = '', adminToken = ''] =
    /^PARLEY_KEY=(.+)\nPARLEY_ADMIN_TOKEN=(.+)\n$/.exec(text) ?? [];
  return { key, adminToken };
}

function dataFolder(folder: string): string {
  return join(folder, 'data');
}

/** Creates a folder with a configuration file for processes to start in. */
export async function createFolder(configuration: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  await writeFile(join(folder, 'parley.yaml'), configuration);
  return folder;
}

/** Starts the built gateway with a configuration file and a data folder of its own. */
export async function startParley(
  configuration: string,
  environment: Readonly<Record<string, string>> = {},
  command = builtCommand,
): Promise<Parley> {
  const folder = await createFolder(configuration);
  const running = await startProcess(folder, environment, command);
  return {
    url: running.url,
    pid: running.pid,
    data: dataFolder(folder),
    ...(await readSecrets(running, dataFolder(folder))),
    output: running.output,
    stop: async () => {
      const code = await running.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
