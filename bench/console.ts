/**
 * Measures the console in a real browser: how fast each page is usable with 100,000 exchanges and 2,000 keys
 * in the embedded store, and whether the live tail drops frames at 200 calls a second. Prints a table in
 * Markdown. Needs a build and Chromium, whose path PARLEY_TEST_CHROMIUM may name. Run it with `node
 * --conditions=parley-source bench/console.ts [exchanges]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../scripts/services.mjs';
import { startRuntime, type RunningGateway } from '../scripts/serving.mjs';
import { writeHistory } from './console-history.ts';

const size = { keys: 2_000, exchanges: Number(process.argv[2] ?? 100_000) };
const visits = 3;
const tailSeconds = 15;
const callsPerSecond = 200;
/** A frame that takes longer than two frames at 60 Hz is a dropped one. */
const droppedMs = 34;

const pages = [
  '/',
  '/keys',
  '/keys/key-00001',
  '/models',
  '/playground',
  '/groups',
  '/providers',
  '/requests',
  '/requests?status=5xx',
  '/requests/req_000000050000',
  '/usage',
  '/usage?range=quarter&by=key',
  '/ledger',
  '/api',
  '/settings',
];

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('There is no Chromium on this machine.');
const folder = mkdtempSync(join(tmpdir(), 'parley-console-'));
await writeHistory(join(folder, 'parley.db'), size);
const gateway = await startRuntime('node', { environment: { PARLEY_DATA: folder } });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({ baseURL: gateway.url });
  await context.request.post('/console/session', {
    headers: { 'parley-console': '1' },
    data: { secret: gateway.adminToken },
  });
  const page = await context.newPage();
  console.log(`${size.exchanges} exchanges, ${size.keys} keys\n`);
  console.log('| Page | usable after, ms: first visit | again, median |\n| --- | ---: | ---: |');
  for (const path of pages) {
    const times: number[] = [];
    for (let count = 0; count < visits; count += 1) times.push(await open(page, path));
    const [first = 0, ...again] = times;
    console.log(`| ${path} | ${first} | ${median(again)} |`);
  }
  const frames = await watchTail(page, gateway);
  console.log(`\nLive tail at ${callsPerSecond} calls/s for ${tailSeconds} s: ${frames}`);
} finally {
  await browser.close();
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds to load the document, until nothing on the page waits for data. */
async function open(page: Page, path: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(`/console${path}`, { waitUntil: 'commit' });
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('main [role=status][aria-label]') === null,
  );
  return Math.round(performance.now() - startedAt);
}

/** Counts frames while calls arrive. */
async function watchTail(page: Page, { url, key }: RunningGateway): Promise<string> {
  await open(page, '/requests');
  await page.getByRole('switch').click();
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const note = (time: number) => {
      frames.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const made = await call(url, key);
  const times = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const dropped = gaps.filter((gap) => gap > droppedMs).length;
  const worst = Math.round(Math.max(...gaps));
  const shown = await page.locator('main').innerText();
  if (!shown.includes('demo/echo')) throw new Error('The live tail shows no call.');
  return `${made} calls, ${gaps.length} frames, ${dropped} longer than ${droppedMs} ms, the longest ${worst} ms`;
}

/** Calls a demo model at a constant rate, without waiting for earlier calls. */
async function call(url: string, key: string): Promise<number> {
  const calls: Promise<unknown>[] = [];
  const stepMs = 50;
  const perStep = (callsPerSecond * stepMs) / 1_000;
  const startedAt = performance.now();
  for (let step = 1; step <= (tailSeconds * 1_000) / stepMs; step += 1) {
    for (let count = 0; count < perStep; count += 1) calls.push(ask(url, key));
    await wait(Math.max(0, startedAt + step * stepMs - performance.now()));
  }
  await Promise.all(calls);
  return calls.length;
}

async function ask(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"model":"demo/echo","messages":[{"role":"user","content":"Hi"}]}',
  });
  await response.text();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
