// Tests that a gateway accepts connections again after its process had too many open files; needs Linux.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createFolder } from '../parley.ts';
import { recipes } from '../../scripts/serving.mjs';
import { expect, it } from 'vitest';
import { startTestGateway } from './test-gateway.ts';

const mostFiles = 100;

/** A program that starts that of the runtime, which may have few files open. */
async function limit(runtime: string): Promise<string> {
  const [program = ''] = recipes[runtime]?.command ?? [];
  const file = join(await createFolder(''), 'limited');
  const lines = ['#!/bin/sh', `ulimit -n ${String(mostFiles)}`, `exec '${program}' "$@"`, ''];
  await writeFile(file, lines.join('\n'), { mode: 0o755 });
  return file;
}

/** Of each runtime, what its gateway logs: only Deno's server fails. */
const runtimes = [
  ['node', ''],
  ['bun', ''],
  ['deno-deploy', 'The server has stopped listening.'],
] as const;

it.runIf(process.platform === 'linux').each(runtimes)(
  '%s accepts connections again after too many open files',
  async (runtime, logged) => {
    const program = await limit(runtime);
    const row = { title: runtime, runtime, program, gaps: {} };
    const { gateway, close } = await startTestGateway(row);
    const { hostname, port } = new URL(gateway.url);
    const idle: Socket[] = [];
    const countFiles = async () => (await readdir(`/proc/${String(gateway.pid)}/fd`)).length;
    try {
      for (let count = 0; count < 2 * mostFiles; count += 1) {
        idle.push(connect(Number(port), hostname).on('error', () => undefined));
      }
      await expect.poll(countFiles, { timeout: 10_000 }).toBeGreaterThanOrEqual(mostFiles - 1);
      for (const socket of idle) socket.destroy();
      // On a connection of its own: one that a pool has kept says nothing.
      const accepts = () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(Number(port), hostname, () => resolve(true));
          idle.push(socket.on('error', () => resolve(false)));
        });
      await expect.poll(accepts, { timeout: 10_000 }).toBe(true);
      expect(gateway.output()).toContain(logged);
      expect(await gateway.stop()).toBe(0);
    } finally {
      for (const socket of idle) socket.destroy();
      await close();
      await rm(dirname(program), { recursive: true });
    }
  },
  60_000,
);
