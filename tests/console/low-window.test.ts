/** A low window, as at 400 % or beside the keyboard of a phone: nothing that has the focus or matters is out of sight. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

/** 1280 × 1024 at 400 %, and a phone whose keyboard is open. */
const sizes = [
  { width: 320, height: 256 },
  { width: 360, height: 400 },
] as const;

describe.skipIf(browserPath === '')('a low window', { timeout: 60_000 }, () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
    const { gateway } = testGateway;
    for (let each = 0; each < 9; each += 1) await sendAdmin(gateway, '/keys', { name: `k${each}` });
    await sendAdmin(gateway, 'PUT /groups/team', { models: ['*'] });
  }, 60_000);
  afterAll(() => testGateway.close());

  describe.each(sizes)('of $width × $height', (size) => {
    it.each([
      ['/keys', 'Shift+Tab'],
      ['/keys?create=true', 'Tab'],
      ['/models?tab=prices&create=true', 'Tab'],
      ['/groups?open=team', 'Tab'],
    ])('%s hides nothing that gets the focus by %s', async (path, key) => {
      const { page, go, close } = await testGateway.visit({ width: size.width });
      await page.setViewportSize(size);
      await go(path);
      if (path.includes('=')) await page.getByRole('dialog').locator(':focus').waitFor();
      const hidden: string[] = [];
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press(key);
        const name = await findHidden(page);
        if (name !== undefined) hidden.push(name);
      }
      expect(hidden).toEqual([]);
      await close();
    });

    it('shows every action of a menu', async () => {
      const { page, go, close } = await testGateway.visit({ width: size.width });
      await page.setViewportSize(size);
      await go('/ledger');
      await page.getByRole('button', { name: 'Actions of Default' }).focus();
      await page.keyboard.press('Enter');
      for (const key of ['Home', 'End']) {
        await page.locator('[role=menuitem]:focus').waitFor();
        await page.keyboard.press(key);
        const box = await page.locator('[role=menuitem]:focus').boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
      }
      await close();
    });
  });

  it.each([
    ['/keys?create=true', 'Create key'],
    ['/groups?open=team', 'Save'],
    ['/ledger', 'Top up'],
  ])('%s shows why its form was refused, wherever it is scrolled to', async (path, action) => {
    const { page, go, close } = await testGateway.visit({ width: 1024 });
    await page.setViewportSize({ width: 1024, height: 300 });
    await page.route('**/admin/v1/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, json: {} }),
    );
    await go(path);
    const dialog = page.getByRole('dialog');
    if (path === '/ledger') {
      await page.getByRole('button', { name: 'Actions of Default' }).click();
      await page.getByRole('menuitem', { name: 'Top up' }).click();
      await dialog.getByLabel('Amount in dollars').fill('1');
      await page.keyboard.press('Enter');
    } else await dialog.getByRole('button', { name: action }).click();
    await expect.poll(() => isInSight(page, '[role=dialog] [role=alert]')).toBe(true);
    await close();
  });
});

/** The name of what has the focus, when no part of it is in sight. */
function findHidden(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    // The guards of a dialog pass the focus on, and a list that can be scrolled is larger than the window.
    if (!focused?.matches('input:not(.sr-only), select, textarea, a, button, summary'))
      return undefined;
    // A Tab that is faster than the guard may reach the page, which the dialog covers.
    const dialog = document.querySelector('[role=dialog]');
    if (dialog?.contains(focused) === false) return undefined;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const isSeen = [0.1, 0.5, 0.9].some((part) => {
      const y = top + (bottom - top) * part;
      const [x] = [left + (right - left) / 2];
      return focused.contains(document.elementFromPoint(x, y));
    });
    return isSeen ? undefined : focused.outerHTML.slice(0, 200);
  });
}

function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((found) => {
    const element = document.querySelector(found);
    if (element === null) return false;
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 20, top + height / 2));
  }, selector);
}
