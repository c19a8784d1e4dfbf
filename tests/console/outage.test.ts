/** The console without the internet, and while its gateway is down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('an outage', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  it('of the internet does not matter to a gateway that can be reached', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/');
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByText('first key').first().waitFor();
    await close();
  });

  it('of the gateway is told by pages that were not opened before', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/');
    await testGateway.gateway.stop();
    await page.getByRole('link', { name: 'Ledger and balance' }).click();
    await page.getByText('The gateway does not respond.').first().waitFor();
    expect(await page.locator('h1').innerText()).toBe('Ledger and balance');
    await close();
  });
});
