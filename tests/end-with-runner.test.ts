import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

const inScripts = (name: string) => JSON.stringify(new URL(`../scripts/${name}`, import.meta.url));
/** What a busy machine may take to start a gateway. */
const timeout = 100_000;

/** A program with a folder, that a runner starts. */
const program = `
  import { spawn } from 'node:child_process';
  import { mkdtempSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { endWithRunner } from ${inScripts('end-with-runner.mjs')};
  const folder = mkdtempSync(join(tmpdir(), 'parley-runner-'));
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
  endWithRunner({ pid, once: () => undefined }, folder);
  console.log(JSON.stringify({ pid, folder }));`;

/** A program that has started another one, and does not end it. */
const nested = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  import { endWithRunner } from ${inScripts('end-with-runner.mjs')};
  const inner = "setInterval(() => undefined, 1_000)";
  const outer = \`const { pid } = require('node:child_process').spawn(process.execPath, ['-e', '\${inner}']);
    console.log(pid); \${inner}\`;
  const child = spawn(process.execPath, ['-e', outer], { detached: true });
  endWithRunner({ pid: child.pid, once: () => undefined }, '');
  const [output] = await once(child.stdout, 'data');
  console.log(JSON.stringify({ pid: Number(output) }));`;

const gateway = `
  import { startRuntime } from ${inScripts('serving.mjs')};
  const { pid } = await startRuntime('node');
  console.log(JSON.stringify({ pid }));`;

const database = `
  import { startPostgres } from ${inScripts('services.mjs')};
  const { url } = (await startPostgres()) ?? {};
  console.log(JSON.stringify({ url }));`;

const waiting = 'setInterval(() => undefined, 1_000);';
const ends = [
  ['its end', 'process.exit(0);', undefined],
  ['a failure', "throw new Error('as planned');", undefined],
  ['SIGTERM', waiting, 'SIGTERM'],
  ['SIGINT', waiting, 'SIGINT'],
  ['SIGKILL', waiting, 'SIGKILL'],
] as const;

/** Starts a runner, which starts a program, and waits until the runner has ended. */
async function run(start: string, end: string, signal: NodeJS.Signals | undefined) {
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', start + end]);
  const ended = once(runner, 'exit');
  onTestFinished(() => void runner.kill('SIGKILL'));
  let output = '';
  runner.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await expect.poll(() => output, { timeout }).toContain('\n');
  if (signal !== undefined) runner.kill(signal);
  await ended;
  return JSON.parse(output) as {
    readonly pid: number;
    readonly folder?: string;
    readonly url?: string;
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(ends)('a program ends with its runner, after %s', async (_, end, signal) => {
  const { pid, folder = '' } = await run(program, end, signal);
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

test('what a program has started ends with its runner, too', async () => {
  const { pid } = await run(nested, waiting, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a gateway ends with its runner, after SIGKILL', async () => {
  const { pid } = await run(gateway, waiting, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test.skipIf(process.env['PARLEY_TEST_POSTGRES_URL'] === undefined)(
  'a database ends with its runner, after SIGKILL',
  async () => {
    const { url = '' } = await run(database, waiting, 'SIGKILL');
    const port = Number(new URL(url).port);
    const refuses = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(false);
        });
        socket.on('error', () => resolve(true));
      });
    await expect.poll(refuses).toBe(true);
  },
);
