/** What a browser shows before the scripts or the figures of the console have loaded, or without any. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('while the console loads', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  it('the page says so, and no longer once it is there', async () => {
    const { page, close } = await testGateway.visit();
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/console', { waitUntil: 'commit' });
    const loading = page.getByText('Loading…');
    await loading.waitFor();
    release?.();
    await page.locator('h1').waitFor();
    expect(await loading.isVisible()).toBe(false);
    await close();
  });

  it('the sign-in does not wait for the pages behind it', async () => {
    const { page, complaints, close } = await testGateway.visit({ secret: null });
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/signed-in-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/console', { waitUntil: 'commit' });
    await page.getByLabel('Admin token or API key').fill(testGateway.gateway.adminToken);
    await page.keyboard.press('Enter');
    await page.getByText('Loading…').waitFor();
    release?.();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('no figure of Home looks like one that does not exist', async () => {
    const { page, close } = await testGateway.visit();
    await page.route('**/admin/v1/latency*', () => undefined);
    await page.goto('/console');
    await page.getByText('0% of the requests').waitFor();
    await page.getByText('p95 …').waitFor();
    await close();
  });

  it('a browser that cannot load the pages says so, and tries again', async () => {
    const { page, close } = await testGateway.visit();
    await page.route('**/assets/signed-in-*.js', (route) => route.abort());
    await page.goto('/console');
    await page.getByText('The gateway does not respond').waitFor();
    await page.unroute('**/assets/signed-in-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await close();
  });

  it('a browser without scripts says what is missing', async () => {
    const { page, close } = await testGateway.visit({ hasScripts: false });
    await page.goto('/console');
    await page.locator('noscript p').first().waitFor();
    expect(await page.getByText('Loading…').isVisible()).toBe(false);
    await close();
  });
});
