/** What is typed into the playground outlives a reload, but not its visitor. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, settle, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('the prompt of the playground', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway();
  }, 120_000);
  afterAll(() => testGateway.close());

  const user = (page: Page) => page.getByLabel('User', { exact: true });
  const system = (page: Page) => page.getByLabel('System prompt');
  const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));

  it('stays after a reload, and is gone after signing out', async () => {
    const { gateway, visit } = testGateway;
    const { page, go, complaints, close } = await visit();
    await go('/playground');
    await user(page).fill(`Explain ${gateway.key}`);
    await system(page).fill('Be brief.');
    await page.reload();
    await settle(page);
    expect(await user(page).inputValue()).toMatch(/^Explain sk-parley-\w{4}…\w{4}$/);
    expect(await system(page).inputValue()).toBe('Be brief.');
    expect(await kept(page)).toContain('Be brief.');
    expect(await kept(page)).not.toContain(gateway.key);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token or API key').fill(gateway.adminToken);
    expect(await kept(page)).not.toContain('parley.tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await go('/playground');
    expect(await user(page).inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });
});
