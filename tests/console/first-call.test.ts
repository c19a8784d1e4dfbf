/** Create a key, copy it, see the first call appear live, and have its cost explained, on three runtimes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callModel } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const configuration = JSON.stringify({
  prices: [{ match: 'demo/echo', input: 2, output: 8, from: '2026-01-01' }],
});

describe.skipIf(browserPath === '').each(['node', 'bun', 'deno-deploy'])('on %s', (runtime) => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway(runtime, { PARLEY_CONFIG_YAML: configuration });
  }, 60_000);
  afterAll(() => testGateway.close());

  it('create key → copy → first call appears live → its cost is explained', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/keys?create=true');
    await page.getByLabel('Name', { exact: true }).fill('laptop');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('shown only once').waitFor();
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await dialog.getByText('Copied').first().waitFor();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(secret).toMatch(/^sk-parley-/);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await go('/requests');
    await page.getByRole('switch', { name: 'Live' }).click();
    const id = await callModel(testGateway.gateway, secret, 'demo/echo');
    await page.getByText('laptop').first().waitFor();

    await go(`/requests/${id}`);
    const cost = page.locator('section', { hasText: 'Explain this cost' });
    await cost.getByText(/input/).first().waitFor();
    expect(await cost.innerText()).toMatch(/\$/);
    expect(complaints).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain('sk-parley');
    await close();
  });

  it('a test call from the browser runs as the key that it names', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/keys');
    await page.getByRole('link', { name: 'laptop' }).first().click();
    await page.getByRole('button', { name: 'Test now' }).click();
    await page
      .getByText(/Hello|Hi|echo/i)
      .first()
      .waitFor();
    await go('/requests');
    await expect.poll(() => page.getByText('laptop').count()).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await close();
  });
});
