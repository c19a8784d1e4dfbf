/** The page of usage on a day with 25 hours, and after a part of its chart could not be read. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callModel } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('usage', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
    await callModel(testGateway.gateway, testGateway.gateway.key, 'demo/echo');
  }, 60_000);
  afterAll(() => testGateway.close());

  const usageOf = (page: Page) => page.getByRole('figure').first();

  it('names the hours that come twice by their zones', async () => {
    const { page, go, close } = await testGateway.visit();
    // The day is over, so its sums are those of today, which the chart draws as well.
    await page.route('**/admin/v1/usage?*', async (route) => {
      const url = new URL(route.request().url());
      for (const limit of ['from', 'until']) url.searchParams.delete(limit);
      await route.continue({ url: url.href });
    });
    const day = '2025-11-02';
    await go(`/usage?range=custom&from=${day}&until=${day}&step=hour&zone=America/New_York`);
    await usageOf(page).getByRole('button', { name: 'Table' }).click();
    const hours = await usageOf(page).getByRole('rowheader').allInnerTexts();
    expect(hours.slice(0, 25)).toHaveLength(25);
    expect(new Set(hours).size).toBe(hours.length);
    expect(hours.slice(1, 3)).toEqual(['Nov 2, 2025, 1:00 AM EDT', 'Nov 2, 2025, 1:00 AM EST']);
    await close();
  });

  it('reads what failed again', async () => {
    const { page, go, close } = await testGateway.visit();
    let isBroken = true;
    await page.route('**/admin/v1/usage?*', async (route) => {
      const { searchParams: query } = new URL(route.request().url());
      const isPart = query.has('model') && query.has('by');
      await (isPart && isBroken ? route.fulfill({ status: 400, json: {} }) : route.continue());
    });
    await go('/usage');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isBroken = false;
    await again.click();
    await usageOf(page).waitFor();
    await close();
  });
});
