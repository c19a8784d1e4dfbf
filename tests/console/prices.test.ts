/** The prices of the models that a key can use are compared: with their unit, in any order, on any screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const configuration = JSON.stringify({
  prices: [
    { match: 'demo/echo', input: 10, output: 50, cache_read: 1, fees: { web_search: 14 } },
    { match: 'demo/lorem', input: 9.5, output: 40 },
  ],
});

describe.skipIf(browserPath === '')('the prices of models', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway('node', { PARLEY_CONFIG_YAML: configuration });
  }, 60_000);
  afterAll(() => testGateway.close());

  it.each([
    ['an operator', 1280],
    ['an operator', 360],
    ['a key holder', 1280],
    ['a key holder', 360],
  ])('are ordered by %s at %d px, by keyboard', async (who, width) => {
    const { gateway } = testGateway;
    const secret = who === 'an operator' ? gateway.adminToken : gateway.key;
    const { page, go, complaints, close } = await testGateway.visit({ secret, width });
    await go('/models?query=demo%2F');
    const names = async () => {
      const all = await page.locator('tbody button.truncate').allInnerTexts();
      return all.filter((name) => name.startsWith('demo/'));
    };
    const head = page.getByRole('button', { name: 'Input $/1M' });
    const sorted = page.locator('th[aria-sort]');
    await head.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('ascending');
    expect((await names()).slice(-2)).toEqual(['demo/lorem', 'demo/echo']);
    await page.keyboard.press('Enter');
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('descending');
    expect((await names()).slice(0, 2)).toEqual(['demo/echo', 'demo/lorem']);
    await page.reload();
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['demo/echo', 'demo/lorem']);
    const first = page.locator('tbody tr').first();
    expect(await first.innerText()).toMatch(
      /\$10\.00[^]*\$50\.00[^]*\$1\.00[^]*web_search \$14\.00/,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    expect(complaints).toEqual([]);
    await close();
  });
});
