/** What an operator sees on a gateway that was started for the first time, and does without reading anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('in the first minutes', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway();
  }, 60_000);
  afterAll(() => testGateway.close());

  it('the first request can be sent from Home, which then shows it', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/');
    await page.getByText('Send it from here, with the key “').waitFor();
    await page.getByRole('button', { name: 'Test now' }).click();
    await page.getByText('The first request has arrived').waitFor();
    await page.getByText('demo/echo').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('the playground begins with a model that answers, and needs only a text', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/playground');
    await page.getByLabel('User', { exact: true }).fill('Hello there');
    const key = page.getByLabel('API key', { exact: true });
    // There are two keys: the browser says which field is missing.
    await page.getByLabel('User', { exact: true }).press('Control+Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('list') !== null);
    await key.fill('first key');
    await page.waitForURL(/key_id=/);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[aria-busy=false]', { hasText: 'Hello there' }).waitFor();
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('demo/echo');
    await close();
  });

  it('Home and Providers say that only the demo answers, and lead to the catalogue', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/providers');
    await page.getByText('Only the built-in demo models can answer so far.').waitFor();
    await page.getByText('built in', { exact: true }).waitFor();
    expect(await page.getByText('from the file').count()).toBe(0);
    await go('/');
    await page.getByText('Only the built-in demo models can answer so far.').waitFor();
    await page.getByRole('link', { name: 'Add a provider' }).click();
    await page.getByRole('dialog', { name: 'Add a provider' }).waitFor();
    await close();
  });
});
