/** Two operators who change the same thing: the second one sees it, and loses nothing of what was typed. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const rebase = 'Load the newest version and keep my changes';

/** The open form; a toast is a dialog, too. */
function formOf(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.locator('form') });
}

describe.skipIf(browserPath === '')('a form of what somebody else has changed', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  /** Saves, sees the refusal, takes over the newest version, and saves again. */
  async function saveTwice(page: Page, onRebased: () => Promise<void>): Promise<void> {
    const dialog = formOf(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has changed this').waitFor();
    await dialog.getByRole('button', { name: rebase }).click();
    await dialog.getByText('The form has the newest version').waitFor();
    await onRebased();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('keeps the changes of both to a key', async () => {
    const { gateway } = testGateway;
    const { id } = (await sendAdmin(gateway, '/keys', { name: 'shared' })) as { id: string };
    const { page, go, close } = await testGateway.visit();
    await go(`/keys/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = formOf(page);
    await dialog.getByLabel('Name', { exact: true }).fill('mine');
    await sendAdmin(gateway, `PATCH /keys/${id}`, { limits: { quota: { amount: '7' } } });
    await saveTwice(page, async () => {
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('mine');
      expect(await dialog.locator('[name="limits.quota.amount"]').inputValue()).toBe('7');
    });
    expect(await sendAdmin(gateway, `/keys/${id}`)).toMatchObject({
      name: 'mine',
      limits: { quota: { amount: '7' } },
    });
    await close();
  });

  it('keeps a secret that somebody else has just made, until it is to be replaced as well', async () => {
    const { gateway } = testGateway;
    const { id } = (await sendAdmin(gateway, '/keys', { name: 'rotated' })) as { id: string };
    const { page, go, close } = await testGateway.visit();
    await go('/keys?query=rotated');
    await page.getByRole('button', { name: 'Actions for rotated' }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    const theirs = (await sendAdmin(gateway, `/keys/${id}/rotations`, {})) as { display: string };
    await formOf(page).getByRole('button', { name: 'Rotate' }).click();
    await formOf(page).getByText('Somebody has changed this').waitFor();
    expect(await sendAdmin(gateway, `/keys/${id}`)).toMatchObject({ display: theirs.display });
    await page.getByText(theirs.display).waitFor();
    await formOf(page).getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('shown only once').waitFor();
    await close();
  });

  it('names what both changed of an account', async () => {
    const { gateway } = testGateway;
    await sendAdmin(gateway, '/accounts', { id: 'team', name: 'Team' });
    const { page, go, close } = await testGateway.visit();
    await go('/ledger');
    await page.getByRole('button', { name: 'Actions of Team' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = formOf(page);
    await dialog.getByLabel('Name', { exact: true }).fill('Mine');
    await sendAdmin(gateway, 'PATCH /accounts/team', { name: 'Theirs', models: ['m'] });
    await saveTwice(page, async () => {
      await dialog.getByText('theirs is "Theirs"').waitFor();
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine');
    });
    expect(await sendAdmin(gateway, '/accounts/team')).toMatchObject({
      name: 'Mine',
      models: ['m'],
    });
    await close();
  });

  it.each([
    ['/groups?open=kept', 'Fingerprint'],
    ['/groups?tab=routes&open=kept', 'Owner in lists of models'],
    ['/providers?open=kept', 'Base URL'],
    ['/models?tab=prices&open=kept', 'Applies to'],
  ])('stays open when the newest list cannot be read: %s', async (path, label) => {
    const { gateway } = testGateway;
    await sendAdmin(gateway, 'PUT /groups/kept', {});
    await sendAdmin(gateway, 'PUT /models/kept', {
      targets: [{ upstream: 'demo', model: 'echo' }],
    });
    await sendAdmin(gateway, 'PUT /upstreams/kept', { provider: 'ollama', models: ['m'] });
    await sendAdmin(gateway, 'PUT /prices/kept', { match: 'kept/m', input: 1, output: 2 });
    const { page, go, close } = await testGateway.visit();
    await go(path);
    const field = formOf(page).getByLabel(label, { exact: true });
    await field.fill('http://typed');
    await page.route('**/admin/v1/**', (route) => {
      const status = route.request().method() === 'PUT' ? 412 : 400;
      return route.fulfill({ status, json: {} });
    });
    await formOf(page).getByRole('button', { name: 'Save' }).click();
    await page.locator('main [role=alert]').waitFor({ state: 'attached' });
    expect(await field.inputValue()).toBe('http://typed');
    await close();
  });

  it('keeps the changes of both to a group, and stays open when it is deleted', async () => {
    const { gateway } = testGateway;
    await sendAdmin(gateway, 'PUT /groups/team', { models: ['a'] });
    const { page, go, close } = await testGateway.visit();
    await go('/groups');
    await page.getByRole('button', { name: 'Actions for team' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = formOf(page);
    await dialog.getByLabel('Fingerprint', { exact: true }).fill('mine');
    await sendAdmin(gateway, 'PUT /groups/team', { models: ['a', 'b'] });
    await saveTwice(page, async () => {
      expect(await dialog.getByLabel('Fingerprint', { exact: true }).inputValue()).toBe('mine');
    });
    expect(await sendAdmin(gateway, '/groups/team')).toMatchObject({
      configuration: { fingerprint: 'mine', models: ['a', 'b'] },
    });

    await page.getByRole('button', { name: 'Actions for team' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Fingerprint', { exact: true }).fill('again');
    await sendAdmin(gateway, 'DELETE /groups/team');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: rebase }).click();
    await dialog.getByText('There is no such group.').waitFor();
    expect(await dialog.getByLabel('Fingerprint', { exact: true }).inputValue()).toBe('again');
    await close();
  });
});
