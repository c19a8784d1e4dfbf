/** Checks that every example does what its README says, by starting its program as a reader would. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeySecret } from '@parley/core';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './codebase/workspace.ts';
import { startParley, type Parley } from './parley.ts';

const examples = join(root, 'examples');
const browserPath = process.env['PARLEY_TEST_CHROMIUM'] ?? '';

test('every folder has its README, which the list of examples names', () => {
  const list = readFileSync(join(examples, 'README.md'), 'utf8');
  const folders = readdirSync(examples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
  expect(folders).toHaveLength(5);
  for (const folder of folders) {
    expect(list).toContain(`(${folder})`);
    expect(readFileSync(join(examples, folder, 'README.md'), 'utf8')).toContain('npm install');
  }
});

describe('an official client', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley('');
  });
  afterAll(() => parley.stop());

  test.each([
    ['openai-client', /^The model calls get_weather\nThe tools answered: Sunny, 21 degrees\.\n$/],
    ['messages-client', /^A gateway stands between .+\n\d+ tokens, end_turn\n$/],
    ['gemini-client', /^Hello from the Google client\.\n$/],
  ])('asks a gateway: %s', (folder, printed) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(examples, folder, 'main.ts')], {
      env: { PATH: process.env['PATH'], PARLEY_URL: parley.url, PARLEY_KEY: parley.key },
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(printed);
  });
});

describe('a gateway inside a Hono app', () => {
  let app: ChildProcess;
  let url: string;
  const folder = mkdtempSync(join(tmpdir(), 'parley-example-'));
  beforeAll(async () => {
    app = spawn(process.execPath, [join(examples, 'hono', 'main.ts')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(app.stdout ?? app, 'data')) as [Buffer];
    url = line.toString().trim();
  });
  afterAll(() => {
    app.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('serves the app beside the gateway, by a key of the app', async () => {
    expect(await (await fetch(url)).text()).toBe('An app of your own.');
    const created = await fetch(`${url}/keys`, { method: 'POST' });
    const { secret } = (await created.json()) as { secret: string };
    const messages = [{ role: 'user', content: 'hello' }];
    const answer = await fetch(`${url}/ai/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo/echo', messages }),
    });
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'hello' } }] });
  });

  test('limits the wrong keys of an address', async () => {
    const statuses = new Set<number>();
    for (let guesses = 0; guesses <= 60; guesses++) {
      const { secret } = await createKeySecret();
      const headers = { authorization: `Bearer ${secret}` };
      statuses.add((await fetch(`${url}/ai/v1/models`, { headers })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
  });

  test('refuses a request without a key, and stops on a signal', async () => {
    expect((await fetch(`${url}/ai/v1/models`)).status).toBe(401);
    app.kill('SIGTERM');
    expect(await once(app, 'exit')).toEqual([0, null]);
  });
});

test.runIf(browserPath !== '')('the page translates what is typed', async () => {
  const folder = join(examples, 'browser');
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  // Chromium's sandbox does not work for root, and tests in a container run as root.
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.route('http://page.test/**', (route) =>
      route.request().url().endsWith('/bundle.js')
        ? route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' })
        : route.fulfill({ contentType: 'text/html', body: html }),
    );
    await page.goto('http://page.test/');
    const translation = page.locator('#translation');
    await expect.poll(() => translation.textContent()).toContain('"max_tokens": 64000');
    expect(await page.locator('#notes').textContent()).toContain(
      'approximated sampling.temperature',
    );
    await page.selectOption('#to', 'gemini-generate');
    expect(await translation.textContent()).toContain('"contents"');
    await page.fill('#request', '{"model": "any"}');
    expect(await translation.textContent()).toContain("'messages' is required");
  } finally {
    await browser.close();
  }
});
