/** What was typed outlives a click beside the dialog, Escape, Back, a reload and the end of the session. */
import type { Dialog, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, settle, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('what was typed', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

  it('stays when somebody clicks beside the dialog', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel('Name', { exact: true }).fill('half written');
    await page.mouse.click(20, 20);
    await page.waitForTimeout(300);
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('half written');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.waitFor();
    await page.mouse.click(20, 20);
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  const waitForFocus = (dialog: Locator) =>
    expect.poll(() => dialog.evaluate((all) => all.contains(document.activeElement))).toBe(true);

  const leaving: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
    ['Back', (page) => page.evaluate(() => history.back())],
  ];

  it.each(leaving)('is discarded by %s only after a question', async (_name, leave) => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/usage');
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    const name = dialog.getByLabel('Name', { exact: true });
    await name.fill('half written');
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await leave(page);
    await question.waitFor();
    // Until it has the focus, it does not hear the key.
    await waitForFocus(question);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('half written');
    expect(page.url()).toContain('create=true');
    await waitForFocus(dialog);
    await leave(page);
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/console/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    expect(await name.inputValue()).toBe('');
    await leave(page);
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['Remove target 1', 'Add a target'])('includes a click on %s', async (name) => {
    const target = { upstream: 'demo', model: 'echo' };
    await sendAdmin(testGateway.gateway, 'PUT /models/two', { targets: [target, target] });
    const { page, go, close } = await testGateway.visit();
    await go('/groups?tab=routes&open=two');
    const dialog = page.getByRole('dialog', { name: 'two' });
    await dialog.getByRole('tab', { name: 'JSON' }).click();
    await dialog.getByRole('tab', { name: 'Form' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await go('/groups?tab=routes&open=two');
    await dialog.getByRole('button', { name }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor();
    await close();
  });

  it('is discarded by a reload only after a question of the browser', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    const questions: string[] = [];
    page.on('dialog', (dialog: Dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    const name = page.getByLabel('Name', { exact: true });
    await name.pressSequentially('half');
    await page.evaluate(() => location.reload());
    await expect.poll(() => questions).toEqual(['beforeunload']);
    expect(await name.inputValue()).toBe('half');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('shown only once').waitFor();
    await page.evaluate(() => location.reload());
    await page.getByText('shown only once').waitFor({ state: 'detached' });
    expect(questions).toHaveLength(1);
    await close();
  });

  it.each(['/keys', '/models?tab=prices'])(
    'stays when the session ends, and is saved after the next one began: %s',
    async (path) => {
      const { page, go, close } = await testGateway.visit();
      await go(path);
      const isKeys = path === '/keys';
      await page
        .getByRole('button', { name: isKeys ? 'Create a key' : 'Add a price' })
        .first()
        .click();
      const dialog = page.getByRole('dialog').filter({ has: page.locator('form') });
      const save = isKeys ? 'Create key' : 'Save';
      if (isKeys) await dialog.getByLabel('Name', { exact: true }).fill('survivor');
      else {
        await dialog.getByLabel('Applies to', { exact: true }).fill('demo/survivor');
        await dialog.getByLabel('Input', { exact: true }).fill('1');
        await dialog.getByLabel('Output', { exact: true }).fill('2');
      }
      await page.context().clearCookies();
      await dialog.getByRole('button', { name: save }).click();
      await page.getByText('Your session has ended.').waitFor();
      await page.getByLabel('Admin token or API key').fill(testGateway.gateway.adminToken);
      await page.keyboard.press('Enter');
      await signInButton(page).waitFor({ state: 'detached' });
      await dialog.getByText('so that nothing was changed').filter({ visible: true }).waitFor();
      expect(await dialog.getByText('missing or wrong').count()).toBe(0);
      await dialog.getByRole('button', { name: save }).click();
      if (isKeys) await page.getByText('shown only once').waitFor();
      else await dialog.waitFor({ state: 'detached' });
      const { data } = (await sendAdmin(
        testGateway.gateway,
        isKeys ? '/keys?query=survivor' : '/prices',
      )) as { data: unknown[] };
      expect(JSON.stringify(data)).toContain('survivor');
      await close();
    },
  );

  it('stays when the list behind it is refetched after the session has ended', async () => {
    const { gateway } = testGateway;
    const { id } = (await sendAdmin(gateway, '/keys', { name: 'polled' })) as { id: string };
    const { page, go, close } = await testGateway.visit();
    await go(`/keys/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await name.fill('renamed');
    await page.context().clearCookies();
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await page.getByText('Your session has ended.').waitFor();
    const response = await page.request.post('/console/session', {
      headers: { 'parley-console': '1' },
      data: { secret: gateway.adminToken },
    });
    expect(response.ok()).toBe(true);
    // As another tab does that has just signed in, such as with an identity provider.
    await page.evaluate(() => new BroadcastChannel('parley-session').postMessage(null));
    await signInButton(page).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('renamed');
    await close();
  });

  it('is removed when its author signs out', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    await page.getByLabel('Name', { exact: true }).fill('private');
    const second = await page.context().newPage();
    await second.goto('/console');
    await settle(second);
    await second.getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).waitFor();
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
    expect(await page.locator('form').count()).toBe(1);
    await close();
  });
});
