/**
 * Draws the pictures of the console that the documentation shows, from an embedded store with made-up exchanges. Needs
 * a build and Chromium, whose path PARLEY_TEST_CHROMIUM may name. Run it with `node --conditions=parley-source
 * bench/console-images.ts`; it writes `docs/images`.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '../scripts/services.mjs';
import { startRuntime, type RunningGateway } from '../scripts/serving.mjs';
import { writeHistory } from './console-history.ts';

const images = join(import.meta.dirname, '..', 'docs', 'images');
const size = { keys: 20, exchanges: 4_000 };

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  /** In CSS pixels; the whole page is drawn where it is absent. */
  readonly height?: number;
}

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('There is no Chromium on this machine.');
const folder = mkdtempSync(join(tmpdir(), 'parley-console-'));
const overloaded = await startOverloaded();
await writeHistory(join(folder, 'parley.db'), size);
const gateway = await startRuntime('node', {
  environment: { PARLEY_DATA: folder, PARLEY_CONFIG: writeConfiguration(overloaded) },
});
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const requestId = await streamMessage(gateway);
  const pictures: readonly Picture[] = [
    { name: 'console-home', path: '/', colorScheme: 'light', height: 720 },
    { name: 'console-usage', path: '/usage?range=month&by=model', colorScheme: 'light' },
    { name: 'console-request', path: `/requests/${requestId}`, colorScheme: 'dark', height: 760 },
  ];
  for (const picture of pictures) await draw(browser, gateway, picture);
} finally {
  await browser.close();
  await gateway.stop();
  overloaded.close();
  rmSync(folder, { recursive: true, force: true });
}

/** An upstream that refuses every call, so that a picture shows two attempts. */
async function startOverloaded(): Promise<Server> {
  const server = createServer((_, response) => {
    void wait(250).then(() => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"The server is overloaded.","type":"server_error"}}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Returns the path of a configuration in which a model has a target that fails and one that answers. */
function writeConfiguration(upstream: Server): string {
  const { port } = upstream.address() as AddressInfo;
  const path = join(folder, 'parley.yaml');
  writeFileSync(
    path,
    `upstreams:
  first:
    provider: openai-compatible
    base_url: http://127.0.0.1:${port}/v1
    models: [large]
models:
  team-large:
    targets:
      - { upstream: first, model: large }
      - { upstream: demo, model: slow, priority: 1 }
prices:
  - { match: demo/slow, input: 2, output: 8 }
`,
  );
  return path;
}

/** Streams one message of the model with two targets. Returns the id of the request. */
async function streamMessage({ url, key }: RunningGateway): Promise<string> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'team-large',
      max_tokens: 200,
      stream: true,
      messages: [{ role: 'user', content: 'Summarise the minutes of our last meeting, please.' }],
    }),
  });
  await response.text();
  const id = response.headers.get('x-request-id');
  if (!response.ok || id === null) throw new Error(`The gateway answered ${response.status}.`);
  return id;
}

async function draw(
  browserProgram: Browser,
  { url, adminToken }: RunningGateway,
  { name, path, colorScheme, height }: Picture,
): Promise<void> {
  const context = await browserProgram.newContext({
    ...{ baseURL: url, colorScheme, locale: 'en-US', timezoneId: 'UTC' },
    viewport: { width: 1200, height: height ?? 720 },
  });
  await context.request.post('/console/session', {
    headers: { 'parley-console': '1' },
    data: { secret: adminToken },
  });
  const page = await context.newPage();
  // Cards whose data has not arrived yet show dots or are absent.
  await page.goto(`/console${path}`, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(images, `${name}.png`), fullPage: height === undefined });
  await context.close();
}
