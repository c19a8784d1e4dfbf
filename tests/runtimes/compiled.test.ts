import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../codebase/workspace.ts';
import { ask } from './test-gateway.ts';

const run = promisify(execFile);
const bun = join(root, 'apps', 'bun', 'node_modules', 'bun', 'bin', 'bun.exe');
const dist = join(root, 'apps', 'bun', 'dist');

/** Compiles as the package's script `compile` does, to another folder. */
async function compile(program: string): Promise<void> {
  const files = ['main.js', 'sqlite-worker.js'].map((name) => join(dist, name));
  await run(bun, ['build', '--compile', '--minify', ...files, '--outfile', program]);
}

it('Bun compiles it to one executable that starts, answers and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-compiled-'));
  let child: ChildProcess | undefined;
  try {
    const program = join(folder, 'parley');
    await compile(program);
    child = spawn(program, {
      cwd: folder,
      env: { HOME: folder, PARLEY_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    let output = '';
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    await expect.poll(() => output, { timeout: 20_000 }).toContain('Try it');
    const url = /Base URL +(\S+)/.exec(output)?.[1] ?? '';
    const file = /First secrets +in (\S+)/.exec(output)?.[1]?.replace('~', folder) ?? '';
    const key = /^PARLEY_KEY=(.+)$/m.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    const response = await ask({ url, key }, { model: 'demo/echo' });
    expect(await response.json()).toMatchObject({ object: 'chat.completion' });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    child?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
