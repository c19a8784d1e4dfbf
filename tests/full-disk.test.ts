import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { createFolder, program, startProcess } from './parley.ts';

const prices = "prices:\n  - { match: 'demo/*', input: 1, output: 1 }\n";

/** Runs a program in a namespace in which the data folder is a file system of 16 MiB; needs Linux. */
const onSmallDisk = [
  ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
  'mount -t tmpfs -o size=16m tmpfs "$PARLEY_DATA" && exec "$@"',
  'sh',
];

function canMount(): boolean {
  const mount = ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  return spawnSync('unshare', mount).status === 0;
}

/** Starts the built gateway on a small disk. */
async function startOnSmallDisk() {
  const folder = await createFolder(prices);
  await mkdir(join(folder, 'data'));
  const parley = await startProcess(folder, {}, [...onSmallDisk, process.execPath, program]);
  await parley.find(/Try it/);
  // What the process sees in its folder.
  const data = join(`/proc/${String(parley.pid)}/root`, folder, 'data');
  const secrets = await readFile(join(data, 'first-secrets.env'), 'utf8');
  const [, key = '', adminToken = ''] = /KEY=(.+)\n.+TOKEN=(.+)\n/.exec(secrets) ?? [];
  const end = async (): Promise<void> => {
    await parley.end('SIGTERM');
    await rm(folder, { recursive: true });
  };
  return { url: parley.url, data, key, adminToken, end };
}

async function send(url: string, secret: string, body?: object): Promise<Response> {
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function fill(file: string): Promise<void> {
  for (const size of [1_024 * 1_024, 4_096, 1]) {
    const bytes = Buffer.alloc(size);
    while (await appendFile(file, bytes).then(() => true, isFull));
  }
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOSPC') return false;
  throw error;
}

it.runIf(canMount())(
  'on a full disk, keys without limits are served and charged, and others are refused',
  async () => {
    const { url, data, key, adminToken, end } = await startOnSmallDisk();
    try {
      const created = await send(`${url}/admin/v1/keys`, adminToken, {
        name: 'limited',
        limits: { quota: { amount: '1', reset: 'month' } },
      });
      const { secret } = (await created.json()) as { readonly secret: string };
      const messages = [{ role: 'user', content: 'Hi' }];
      const ask = async (caller: string): Promise<number> =>
        (await send(`${url}/v1/chat/completions`, caller, { model: 'demo/echo', messages })).status;
      const readiness = async (): Promise<string> => (await fetch(`${url}/readyz`)).text();
      expect([await ask(key), await ask(secret)]).toEqual([200, 200]);
      const outbox = join(data, 'outbox');
      await expect
        .poll(async () => {
          const names = await readdir(outbox);
          const files = await Promise.all(names.map((name) => stat(join(outbox, name))));
          return Math.max(...files.map(({ size }) => size));
        })
        .toBe(4 * 1_024 * 1_024);

      await fill(join(data, 'other'));
      const statuses: number[] = [];
      // Until what was held ahead for the limited key is used up.
      await expect
        .poll(async () => {
          statuses.push(await ask(key));
          return ask(secret);
        })
        .toBe(503);
      for (let call = 0; call < 100; call += 1) statuses.push(await ask(key));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await ask(secret)).toBe(503);
      await expect.poll(readiness).toContain('"store":"full"');

      await rm(join(data, 'other'));
      await expect.poll(() => ask(secret), { timeout: 40_000 }).toBe(200);
      await expect.poll(readiness).toContain('"store":"ok"');
      const charged = async (): Promise<number> => {
        const usage = (await (await send(`${url}/v1/usage`, key)).json()) as {
          readonly usage: { readonly total: { readonly requests: number } };
        };
        return usage.usage.total.requests;
      };
      await expect.poll(charged, { timeout: 40_000 }).toBe(1 + statuses.length);
    } finally {
      await end();
    }
  },
  120_000,
);
