/** Who is signed in may change while pages are open: in another tab, by a link, or not at all when the gateway fails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, settle, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('a session', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  const createKey = async (name: string) =>
    (await sendAdmin(testGateway.gateway, '/keys', { name })) as { readonly secret: string };

  it('of another visitor in a second tab replaces the pages of the first', async () => {
    const [one, two] = [await createKey('holder one'), await createKey('holder two')];
    const { page, go, close } = await testGateway.visit({ secret: one.secret });
    await go('/setup');
    await page.getByText('holder one').first().waitFor();
    const second = await page.context().newPage();
    await second.goto('/console');
    await settle(second);
    await second.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await second.getByLabel('Admin token or API key').fill(two.secret);
    await second.keyboard.press('Enter');
    await page.getByText('holder two').first().waitFor();
    expect(await page.getByText('holder one').count()).toBe(0);
    await close();
  });

  it('of another operator does not carry out what the first tab asks for', async () => {
    const { page, go, close } = await testGateway.visit();
    const other = await sendAdmin(testGateway.gateway, '/tokens', { name: 'other', role: 'admin' });
    await go('/keys?create=true');
    await page.getByLabel('Name', { exact: true }).fill('of nobody');
    // Without a message to the first tab, as if both happened at once.
    const signedIn = await page.request.post('/console/session', {
      headers: { 'parley-console': '1' },
      data: { secret: (other as { readonly secret: string }).secret },
    });
    expect(signedIn.ok()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('other', { exact: true }).first().waitFor();
    const keys = await sendAdmin(testGateway.gateway, '/keys?query=of%20nobody');
    expect(keys).toMatchObject({ data: [] });
    await close();
  });

  it('is looked up again when its tab is shown again', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys');
    await page.context().clearCookies();
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await close();
  });

  it('that cannot be looked up again keeps the secret of a new key on the page', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    await page.getByLabel('Name', { exact: true }).fill('precious');
    await page.keyboard.press('Enter');
    await page.getByText('shown only once').waitFor();
    let failures = 0;
    await page.route('**/console/session', async (route) => {
      await route.fulfill({ status: 503, json: {} });
      failures += 1;
    });
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect.poll(() => failures).toBe(3);
    await page.waitForTimeout(300);
    expect(await page.getByText('shown only once').count()).toBe(1);
    await close();
  });

  it('that begins again gives the focus back to the open dialog', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Admin token or API key').fill(testGateway.gateway.adminToken);
    await page.keyboard.press('Enter');
    await page.getByText('Your session had ended').waitFor();
    const isInside = () => document.activeElement?.closest('[role=dialog]') !== null;
    await expect.poll(() => page.evaluate(isInside)).toBe(true);
    await close();
  });

  it('begins with a link that is opened in a tab that shows the sign-in', async () => {
    const { page, go, close } = await testGateway.visit({ secret: null });
    await go('');
    for (const code of ['parley-link-invented1', 'parley-link-invented2']) {
      const asked = page.waitForRequest((request) => request.postData()?.includes(code) === true);
      await page.goto(`/console#t=${code}`);
      await asked;
      await page.getByText('This link was used or is older than ten minutes').first().waitFor();
      expect(page.url()).not.toContain(code);
    }
    await close();
  });

  it('of a key holder shows no page of operators, and says so', async () => {
    const { page, go, complaints, close } = await testGateway.visit({
      secret: testGateway.gateway.key,
    });
    for (const path of ['/settings', '/keys?create=true', '/keys/unknown', '/ledger']) {
      await go(path);
      await page.getByText('This page is for operators.').waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });
});
