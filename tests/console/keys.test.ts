/** The list of keys, their forms, and the field that searches for a key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('keys', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
    for (const name of ['alpha', 'beta', 'beta 2', 'twin', 'twin']) {
      await sendAdmin(testGateway.gateway, '/keys', { name });
    }
  }, 60_000);
  afterAll(() => testGateway.close());

  it('are selected only as long as they are shown', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys');
    await page.getByLabel('Select all that are shown').check();
    await page.getByText(/\d selected/).waitFor();
    await page.getByRole('searchbox').fill('alpha');
    await page.getByText(/\d selected/).waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('beta');
    await page.getByRole('link', { name: 'alpha' }).waitFor({ state: 'detached' });
    await page.getByLabel('Select all that are shown').check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Actions for beta 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 selected').waitFor();
    await close();
  });

  it('have a secret that is shown also while the list is not read again', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    await page.route('**/admin/v1/keys?*', () => {});
    await page.getByLabel('Name', { exact: true }).fill('slow');
    await page.keyboard.press('Enter');
    await page.getByText('shown only once').waitFor({ timeout: 5_000 });
    await close();
  });

  it('with a long name leave room for the group', async () => {
    await sendAdmin(testGateway.gateway, '/keys', {
      name: 'x'.repeat(120),
      limits: { quota: { amount: '5', reset: 'month' } },
    });
    const { page, go, close } = await testGateway.visit();
    await page.setViewportSize({ width: 1024, height: 900 });
    await go('/keys');
    await page.getByRole('link', { name: 'xxx' }).waitFor();
    const heights = await page
      .getByText('default', { exact: true })
      .filter({ visible: true })
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.max(...heights)).toBeLessThan(30);
    await close();
  });

  it('stay listed when more cannot be loaded', async () => {
    const { page, go, close } = await testGateway.visit();
    await page.route('**/admin/v1/keys?limit=100*', async (route) => {
      const url = new URL(route.request().url());
      if (url.searchParams.has('after')) return route.fulfill({ status: 400, json: {} });
      url.searchParams.set('limit', '1');
      return route.continue({ url: url.href });
    });
    await go('/keys');
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('HTTP 400').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await close();
  });

  it('are searched to the end for a status', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    const pages: (string | null)[] = [];
    await page.route('**/admin/v1/keys?*status=active*', async (route) => {
      const url = new URL(route.request().url());
      pages.push(url.searchParams.get('after'));
      // A page of keys with one status may be empty, and have a next one.
      if (pages.length < 3) return route.fulfill({ json: { data: [], next: `${pages.length}` } });
      url.searchParams.delete('after');
      return route.continue({ url: url.href });
    });
    await go('/keys?status=active');
    await page.getByRole('link', { name: 'alpha' }).waitFor();
    expect(pages).toEqual([null, '1', '2']);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are created in a dialog that Back does not open again', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('gamma');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('link', { name: 'gamma' }).waitFor();
    expect(page.url()).not.toContain('create');
    await close();
  });

  it('keep a name', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?query=alpha');
    await page.getByRole('link', { name: 'alpha' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Use 1 to 128 characters').first().waitFor();
    await close();
  });

  it('are found by a name that no other key has', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/playground');
    await page.getByLabel('Model').first().fill('demo/echo');
    await page.getByRole('textbox').last().fill('Hello');
    const send = page.getByRole('button', { name: 'Send' });
    await page.getByLabel('API key').fill('twin');
    await page.locator('datalist option[value^="twin"]').nth(1).waitFor({ state: 'attached' });
    await send.click();
    await page.locator('input:invalid:focus').waitFor();
    await page.getByLabel('API key').fill('alpha');
    await page.locator('form:valid').waitFor();
    await close();
  });
});
