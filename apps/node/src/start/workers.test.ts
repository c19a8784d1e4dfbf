import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';
import type { CliProcess } from '../testing/cli-process.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

interface Started {
  readonly process: CliProcess;
  readonly base: string;
}

async function startWorkers(count: number): Promise<Started> {
  const port = String(await findFreePort());
  const process = cli.start(['start', '--port', port, '--no-local', '--workers', String(count)]);
  const [, base = ''] = await process.whenWritten(/Base URL +(\S+)/);
  await expect.poll(() => listWorkers(process), { timeout: 40_000 }).toHaveLength(count);
  return { process, base };
}

/** When all workers have ended at once, those that replace them would get another port than 0 had given. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The process ids of the workers that run. */
function listWorkers({ child }: CliProcess): readonly number[] {
  const path = `/proc/${String(child.pid)}/task/${String(child.pid)}/children`;
  return readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Calls a demo model over a connection of its own, so that the workers take turns. */
function call(base: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, agent: false };
    const sent = request(`${base}/v1/chat/completions`, options, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.once('error', reject);
    const messages = [{ role: 'user', content: 'Hello' }];
    sent.end(JSON.stringify({ model: 'demo/echo', messages, max_tokens: 5 }));
  });
}

async function createKey(...limits: readonly string[]): Promise<string> {
  const { stdout } = await cli.run(['keys', 'create', '--name', 'test', ...limits]);
  return stdout.trim();
}

/** Calls until a gateway that has lost a worker answers again. */
async function callUntilAnswered(base: string, key: string): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const status = await call(base, key).catch(() => 0);
    if (status !== 0) return status;
    await wait(100);
  }
  return 0;
}

describe('parley start --workers', { timeout: 60_000 }, () => {
  it('introduces the gateway once, and stops all workers with the first process', async () => {
    const { process, base } = await startWorkers(2);
    const workers = listWorkers(process);
    expect(await call(base, await createKey())).toBe(200);
    process.child.kill('SIGTERM');
    const { code, stderr } = await process.ended;
    expect([code, stderr.match(/Base URL/g)]).toEqual([0, ['Base URL']]);
    expect(stderr.match(/Shutting down/g)).toHaveLength(1);
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('lets a key make as many requests a minute as its limit, whichever worker they reach', async () => {
    const { base } = await startWorkers(2);
    const key = await createKey('--rpm', '5');
    const statuses = await Promise.all(Array.from({ length: 20 }, () => call(base, key)));
    const expected = [...Array<number>(5).fill(200), ...Array<number>(15).fill(429)];
    expect(statuses.toSorted((one, other) => one - other)).toEqual(expected);
  });

  it('show the metrics of all at each of them', async () => {
    cli.write('parley.yaml', 'metrics: public\n');
    const { base } = await startWorkers(2);
    const read = async (): Promise<string> =>
      (await fetch(`${base}/metrics`, { headers: { connection: 'close' } })).text();
    // The second worker may still be starting.
    await expect.poll(read, { timeout: 40_000 }).toMatch(/^parley_build_info\{.*worker="2"/m);
    const key = await createKey();
    for (let calls = 0; calls < 6; calls += 1) expect(await call(base, key)).toBe(200);
    for (let scrapes = 0; scrapes < 4; scrapes += 1) {
      const found = (await read()).matchAll(/^parley_requests_total\{.*worker="(\d)"\} (\d+)$/gm);
      const counts = [...found].map(([, worker, count]) => ({ worker, count: Number(count) }));
      expect(counts.map(({ worker }) => worker).toSorted()).toEqual(['1', '2']);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    }
  });

  it('replaces a worker that ends, which then is no failure of the gateway', async () => {
    const { process, base } = await startWorkers(2);
    const key = await createKey();
    const [first = 0] = listWorkers(process);
    globalThis.process.kill(first, 'SIGKILL');
    await process.whenWritten(/A worker ended unexpectedly/);
    expect(await callUntilAnswered(base, key)).toBe(200);
    await expect.poll(() => listWorkers(process), { timeout: 40_000 }).toHaveLength(2);
    expect(listWorkers(process)).not.toContain(first);
    process.child.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
  });

  it('resets a connection that a worker was given and did not live to take', async () => {
    const { process, base } = await startWorkers(2);
    const key = await createKey();
    const [first = 0] = listWorkers(process);
    globalThis.process.kill(first, 'SIGSTOP');
    // The workers take turns, so that one of two calls waits for the one that stands still.
    const outcomes = Array.from({ length: 2 }, () => call(base, key).catch(() => 'reset' as const));
    expect(await Promise.race(outcomes)).toBe(200);
    globalThis.process.kill(first, 'SIGKILL');
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set([200, 'reset']));
  });

  it('ends with the exit code of a first worker that cannot start', async () => {
    cli.write('faulty.yaml', 'groups:\n  a: {famly: messages}\n');
    const words = ['start', '--workers', '2', '--config', 'faulty.yaml'];
    const { code, stderr } = await cli.run(words);
    expect(code).toBe(2);
    expect(stderr.match(/the configuration cannot be used/g)).toHaveLength(1);
  });

  it('ends when another program has the port, for which the first worker looks for a free one', async () => {
    const holder = createServer((socket) => socket.end('Not HTTP.')).listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const words = ['start', '--no-local', '--workers', '2', '--port', String(port)];
    const { code, stderr } = await cli.run(words);
    holder.close();
    expect([code, stderr]).toEqual([5, expect.stringMatching(/^parley: .*already\..*\n$/)]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
