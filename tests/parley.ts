import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A running gateway: the built command line, as a person would start it. */
export interface Parley {
  /** Base address without `/v1`. */
  readonly url: string;
  /** The key of the first start. */
  readonly key: string;
  readonly adminToken: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Stops it as an operator would, and removes its data. Gives its exit code. */
  stop(): Promise<number | null>;
}

/** The one that was just built, or any other that is to be put to the same tests. */
const program =
  process.env['PARLEY_PROGRAM'] ??
  fileURLToPath(new URL('../apps/node/dist/cli.js', import.meta.url));
const patienceMs = 15_000;

/**
 * Starts the built gateway on a free port with a configuration file and a data folder of its own.
 * @param environment added to an otherwise almost empty environment
 */
export async function startParley(
  configuration: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Parley> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const file = join(folder, 'parley.yaml');
  await writeFile(file, configuration);
  const child = spawn(process.execPath, [program, 'start', '--port', '0', '--config', file], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PARLEY_DATA: join(folder, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const code = await ended;
    await rm(folder, { recursive: true, force: true });
    return code;
  };
  const read = async (pattern: RegExp): Promise<string> => {
    for (const limit = Date.now() + patienceMs; Date.now() < limit;) {
      const found = pattern.exec(output)?.[0];
      if (found !== undefined) return found;
      if (child.exitCode !== null) break;
      await wait(20);
    }
    await stop();
    throw new Error(`The gateway did not start:\n${output}`);
  };
  return {
    key: await read(/sk-parley-[0-9A-Za-z]{49}/),
    adminToken: await read(/parley-admin-[0-9A-Za-z]{49}/),
    url: await read(/http:\/\/127\.0\.0\.1:\d+/),
    output: () => output,
    stop,
  };
}
