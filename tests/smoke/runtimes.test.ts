import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { answerWith, createScriptedUpstream } from '@parley/testkit';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('exchange.ts', import.meta.url));
const bun = fileURLToPath(new URL('../../apps/bun/node_modules/bun/bin/bun.exe', import.meta.url));
const deno = fileURLToPath(
  new URL('../../apps/deno-deploy/node_modules/deno/deno', import.meta.url),
);

// The runtimes are started by their own programs, because the shims in `.bin` do not pass signals on.
const runtimes: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['Node', process.execPath, [script]],
  ['Bun', bun, [script]],
  [
    'Deno',
    deno,
    [
      'run',
      '--cached-only',
      '--no-lock',
      '--node-modules-dir=manual',
      '--allow-env',
      '--allow-net=127.0.0.1',
      '--allow-read',
      script,
    ],
  ],
];

describe.each(runtimes)('the built core on %s', (_, program, args) => {
  it('serves one exchange, whole and streamed, with an upstream of the other dialect', async () => {
    const upstream = await createScriptedUpstream({
      script: answerWith({ text: 'Good morning.' }),
    });
    try {
      const { stdout } = await run(program, args, {
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
