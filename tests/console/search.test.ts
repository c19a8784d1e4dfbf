/** What is found: keys, models, people and requests from the palette, and nothing of a secret in any URL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callModel, sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('a search', { timeout: 60_000 }, () => {
  let testGateway: TestGateway;
  let key: { readonly id: string; readonly secret: string };
  let request: string;
  beforeAll(async () => {
    testGateway = await startTestGateway('node');
    const { gateway } = testGateway;
    key = (await sendAdmin(gateway, '/keys', { name: 'Grace, laptop' })) as typeof key;
    await sendAdmin(gateway, '/users', { email: 'grace@example.org', role: 'viewer' });
    request = await callModel(gateway, key.secret, 'demo/echo');
  }, 60_000);
  afterAll(() => testGateway.close());

  it.each([
    ['grace', 'API key: Grace, laptop', /\/keys\/[\da-f-]+$/],
    ['grace', 'Person: grace@example.org', /\/settings/],
    ['demo/ec', 'Model: demo/echo', /\/models\?model=demo/],
    ['dem', 'Provider: demo', /\/providers\?upstream=demo/],
    ['defau', 'Account: Default', /\/ledger/],
  ])('for %s in the palette finds %s', async (query, title, url) => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(query);
    await page.getByRole('option', { name: title, exact: true }).click();
    await page.waitForURL(url);
    expect(complaints).toEqual([]);
    await close();
  });

  it('for a request id opens the request', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(request);
    await page.getByRole('option', { name: `Open the request ${request}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: request }).waitFor();
    await close();
  });

  it('for the secret of a key finds the key, and sends and keeps no secret', async () => {
    const { page, go, close } = await testGateway.visit();
    const urls: string[] = [];
    page.on('request', (sent) => urls.push(sent.url()));
    await go('/keys');
    await page.getByLabel('Search by name or key').fill(key.secret);
    await page.waitForURL(/query=/);
    await page.getByRole('link', { name: 'first key' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Grace, laptop' }).waitFor();
    urls.push(page.url());
    await go('/requests');
    await page.getByRole('searchbox', { name: 'Search' }).fill(key.secret);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('are not recorded: look at the key').waitFor();
    urls.push(page.url());
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(key.secret);
    await page.getByRole('option', { name: 'API key: Grace, laptop' }).waitFor();
    expect(urls.filter((url) => url.includes(key.secret))).toEqual([]);
    await close();
  });

  it('by usage names the requests that led to no model', async () => {
    const { gateway } = testGateway;
    await callModel(gateway, key.secret, 'unheard-of');
    const { page, go, close } = await testGateway.visit();
    await go('/usage');
    await page.getByRole('cell', { name: 'none', exact: true }).first().waitFor();
    await close();
  });
});
