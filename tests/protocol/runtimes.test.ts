/** The built package does on every runtime what its source does here. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dialectIds } from '@parley/protocol';
import { Miniflare } from 'miniflare';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bundle } from './bundle.ts';
import { translateSamples } from './program.mjs';

const folder = import.meta.dirname;
const oldestNode = `${folder}/node_modules/node-linux-${process.arch}/bin/node`;
const browserPath = process.env['PARLEY_TEST_CHROMIUM'] ?? '';

/** Every request, reply and stream of the golden cases. */
function listSamples() {
  const cwd = fileURLToPath(new URL('../../packages/protocol/golden', import.meta.url));
  return globSync('*/source.*', { cwd })
    .sort()
    .flatMap((path) => {
      const [, dialect, kind = ''] = path.split('.');
      const from = dialectIds.find((id) => id === dialect);
      const isSample = from !== undefined && ['request', 'reply', 'stream'].includes(kind);
      return isSample ? [{ from, kind, text: readFileSync(`${cwd}/${path}`, 'utf8') }] : [];
    });
}

const samples = listSamples();
const expected = translateSamples(samples);

test('samples exist for each kind and format', () => {
  const kinds = new Set(samples.map(({ from, kind }) => `${from} ${kind}`));
  expect(kinds.size).toBeGreaterThanOrEqual(11);
});

describe('the built package translates every sample as its source does', () => {
  // The registry has that Node as a package for Linux.
  test.runIf(process.platform === 'linux')('on the oldest Node it supports', async () => {
    await expectOn(oldestNode, /^v20\./);
  });

  test('on this Node', async () => {
    await expectOn(process.execPath, /^v\d+\./);
  });

  async function expectOn(program: string, version: RegExp): Promise<void> {
    const code = `import { GatewayError } from '@parley/protocol';
      import { translateSamples } from './program.mjs';
      let text = '';
      for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
      const texts = await translateSamples(JSON.parse(text));
      const { version } = process;
      console.log(JSON.stringify({ version, texts, errorClass: GatewayError.name }));`;
    const { stdout, stderr } = spawnSync(program, ['--input-type=module', '--eval', code], {
      cwd: folder,
      input: JSON.stringify(samples),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      timeout: 60_000,
    });
    expect(stderr).toBe('');
    const told = JSON.parse(stdout) as Record<'version' | 'errorClass' | 'texts', unknown>;
    expect(told.version).toMatch(version);
    expect(told.errorClass).toBe('GatewayError');
    expect(told.texts).toEqual(await expected);
  }

  test('in a Worker', async () => {
    const script = await bundle(`import { translateSamples } from './program.mjs';
      const fetch = async (request) => Response.json(await translateSamples(await request.json()));
      export default { fetch };`);
    const worker = new Miniflare({
      modules: true,
      script,
      compatibilityDate: '2026-01-01',
      cf: false,
    });
    try {
      const body = JSON.stringify(samples);
      const response = await worker.dispatchFetch('http://worker/', { method: 'POST', body });
      expect(await response.json()).toEqual(await expected);
    } finally {
      await worker.dispose();
    }
  });

  test.runIf(browserPath !== '')('in Chromium', async () => {
    const script = await bundle(`import { translateSamples } from './program.mjs';
      globalThis.translateSamples = translateSamples;`);
    // Root may not use Chromium's sandbox, and tests of a container run as root.
    const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: script, type: 'module' });
      // A module is evaluated some time after its tag was added.
      await page.waitForFunction('typeof translateSamples === "function"');
      const told = await page.evaluate(`translateSamples(${JSON.stringify(samples)})`);
      expect(told).toEqual(await expected);
    } finally {
      await browser.close();
    }
  });
});
