import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  answerWith,
  createScriptedUpstream,
  createUntrustedIdentity,
  startConnectProxy,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('exchange.ts', import.meta.url));
const networkScript = fileURLToPath(new URL('network.ts', import.meta.url));
const bun = fileURLToPath(new URL('../../apps/bun/node_modules/bun/bin/bun.exe', import.meta.url));
const deno = fileURLToPath(
  new URL('../../apps/deno-deploy/node_modules/deno/deno', import.meta.url),
);

const denoOptions = [
  'run',
  '--cached-only',
  '--no-lock',
  '--node-modules-dir=manual',
  '--allow-env',
  '--allow-net=127.0.0.1',
  '--allow-read',
];

// The runtimes are started by their own programs, because the shims in `.bin` do not pass signals on.
const runtimes: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['Node', process.execPath, []],
  ['Bun', bun, []],
  ['Deno', deno, denoOptions],
];

describe.each(runtimes)('the built core on %s', (_, program, args) => {
  it('serves one exchange, whole and streamed, with an upstream of the other dialect', async () => {
    const upstream = await createScriptedUpstream({
      script: answerWith({ text: 'Good morning.' }),
    });
    try {
      const { stdout } = await run(program, [...args, script], {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          PARLEY_UPSTREAM: upstream.url,
        },
        timeout: 20_000,
      });
      const { whole, streamed, records } = JSON.parse(stdout) as Record<string, string>;
      expect(JSON.parse(whole ?? '')).toMatchObject({
        choices: [{ message: { content: 'Good morning.' } }],
      });
      expect(streamed).toContain('"finish_reason":"stop"');
      expect(streamed?.endsWith('data: [DONE]\n\n')).toBe(true);
      expect(records).toBe(2);
      expect(upstream.requests.map((request) => request.endpoint)).toEqual([
        'messages',
        'messages',
      ]);
    } finally {
      await upstream.close();
    }
  });
});

describe('an upstream with a proxy and certificates of its own', () => {
  it.each([
    ['bun', [bun]],
    ['deno-deploy', [deno, ...denoOptions, '--allow-net=127.0.0.1,localhost']],
  ])('is called through them by the app %s', async (app, command) => {
    const seen = await callThroughProxy(command, app);
    expect(seen).toEqual({ stdout: 'secure', targets: ['CONNECT localhost:443'] });
  });

  it('is refused where only the standard `fetch` is there', async () => {
    const { stdout, targets } = await callThroughProxy([process.execPath], '');
    expect(stdout).toContain('cannot use its `proxy` and `ca`');
    expect(targets).toEqual([]);
  });
});

async function callThroughProxy([program = '', ...args]: readonly string[], app: string) {
  const { key, cert, ca } = createUntrustedIdentity();
  const upstream = createServer({ key, cert }, (_request, response) => response.end('secure'));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const proxy = await startConnectProxy({ tunnelTo: (upstream.address() as AddressInfo).port });
  try {
    const { stdout } = await run(program, [...args, networkScript], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PARLEY_APP: app,
        PARLEY_PROXY: `http://user:password@127.0.0.1:${String(proxy.port)}`,
        PARLEY_CA: ca,
      },
      timeout: 20_000,
    });
    return { stdout, targets: proxy.requests.map(({ method, target }) => `${method} ${target}`) };
  } finally {
    await proxy.close();
    upstream.closeAllConnections();
    upstream.close();
  }
}
