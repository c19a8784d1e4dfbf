/** Over plain http in a local network browsers lack the clipboard and random UUIDs; the console must work there, too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('the console without https', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  it('copies a text of several lines', async () => {
    const { page, go, close } = await testGateway.visit({ isRemote: true });
    await go('/settings');
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await paste(page)).toMatch(/^sign_in:\n {2}oidc:\n/);
    await close();
  });

  it('copies a secret in its dialog, which keeps the focus', async () => {
    const { page, go, close } = await testGateway.visit({ isRemote: true });
    await go('/keys?create=true');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('shown only once').waitFor();
    await page.keyboard.press('Enter');
    const copied = dialog.getByRole('button', { name: 'Copied' });
    await copied.waitFor();
    expect(await copied.evaluate((button) => button === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').click();
    expect(await paste(page)).toMatch(/^sk-parley-/);
    await close();
  });

  it('tops up an account', async () => {
    const { page, go, complaints, close } = await testGateway.visit({ isRemote: true });
    await go('/ledger');
    await page.getByRole('button', { name: 'Actions of Default' }).click();
    await page.getByRole('menuitem', { name: 'Top up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Top up Default' });
    await dialog.getByLabel('Amount in dollars').fill('7.25');
    await dialog.getByRole('button', { name: 'Top up' }).click();
    await page.getByText('$7.25 booked for Default').first().waitFor();
    // Chromium says that it ignores this header over plain http.
    expect(complaints.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
    await close();
  });
});

/** What the clipboard has: scripts cannot read it here, a key press can. */
async function paste(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('Control+V');
  return page.locator('#pasted').inputValue();
}
