/** Everything is reached and left by keyboard; focus goes where the work goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('by keyboard only', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway();
  }, 60_000);
  afterAll(() => testGateway.close());

  const walk = 'a user signs in with a token, opens the palette, creates a key and copies it';
  // Its many steps take more than twenty seconds where other programs use the processor.
  it(walk, { timeout: 60_000 }, async () => {
    const { page, complaints, close } = await testGateway.visit({ secret: null });
    const { keyboard } = page;
    await page.goto('/console');
    await page.locator('input[type=password]:focus').waitFor();
    await keyboard.type(testGateway.gateway.adminToken);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await keyboard.type('create');
    await page.getByRole('option', { name: /create a key/i, selected: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create a key' }).locator('input:focus').waitFor();
    await keyboard.type('by keyboard');
    await keyboard.press('Enter');
    await page.getByText('shown only once').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent.includes('Copy'));
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sk-parley-/);
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'by keyboard' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a refused field gets the focus and says why, also where the form refuses it itself', async () => {
    const { page, go, close } = await testGateway.visit();
    const dialog = page.getByRole('dialog');
    const explains = (why: string) =>
      page.waitForFunction((text) => {
        const focused = document.activeElement;
        const reason = document.getElementById(focused?.getAttribute('aria-describedby') ?? '');
        return focused?.ariaInvalid === 'true' && reason?.textContent.includes(text);
      }, why);
    const press = async (name: string) => {
      await dialog.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await go('/keys?create=true');
    await dialog.getByLabel('Quota in dollars').fill('much');
    await press('Create key');
    await explains('Use a number of dollars');
    await go('/ledger');
    await page.getByRole('button', { name: 'Actions of Default' }).click();
    await page.getByRole('menuitem', { name: 'Top up' }).click();
    await dialog.getByLabel('Amount in dollars').fill('much');
    await press('Top up');
    await explains('Enter dollars such as 12.50');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token or API key').fill('sk-wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await explains('This is not a valid admin token or API key');
    await close();
  });

  it('a button keeps the focus while it works, and works once at a time', async () => {
    const { page, go, close } = await testGateway.visit();
    let creations = 0;
    let release = () => {};
    await page.route('**/admin/v1/keys', async (route) => {
      creations += 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await go('/keys?create=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quota in dollars').fill('much');
    const create = dialog.getByRole('button', { name: 'Create key' });
    await create.focus();
    await page.keyboard.press('Enter');
    await dialog.locator('button[aria-busy=true]:focus').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Quota in dollars').press('Enter');
    await create.focus();
    release();
    await dialog.locator('input[aria-invalid=true]:focus').waitFor();
    await dialog.locator('button[aria-busy=false]', { hasText: 'Create key' }).waitFor();
    expect(creations).toBe(1);
    await close();
  });

  it('a menu opens, is navigated, and returns the focus', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/');
    const focusReturns = () =>
      page.waitForFunction(
        () => document.activeElement?.getAttribute('aria-label')?.startsWith('Theme') === true,
      );
    await page.getByRole('button', { name: /^Theme/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('End');
    await page.waitForFunction(
      () => document.activeElement === [...document.querySelectorAll('[role=menuitem]')].at(-1),
    );
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await focusReturns();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('Escape');
    await focusReturns();
    await close();
  });

  it('the command that is chosen with the arrows is in sight', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/');
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    // From the first command, this is the last one.
    await page.keyboard.press('ArrowUp');
    const chosen = page.getByRole('option', { selected: true, name: 'Sign out' });
    await chosen.waitFor();
    const list = await page.getByRole('listbox').boundingBox();
    const option = await chosen.boundingBox();
    expect((option?.y ?? 0) + (option?.height ?? 0)).toBeLessThanOrEqual(
      (list?.y ?? 0) + (list?.height ?? 0) + 1,
    );
    await close();
  });

  it('a drawer with a form begins in its first field', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/providers');
    await page.getByRole('button', { name: 'Add a provider' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] input[type=search]:focus').waitFor();
    await page
      .getByRole('button', { name: /^OpenAI/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add OpenAI' }).locator('input:focus').waitFor();
    await close();
  });

  it('a dialog takes the focus, closes with Escape and returns it', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys');
    const button = page.getByRole('button', { name: 'Create a key' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] :focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Create a key' }).waitFor();
    await close();
  });

  it('the focus is at the heading of a page that opens, and stays on the page when its place is removed', async () => {
    const { page, go, close } = await testGateway.visit();
    const { keyboard } = page;
    const isAt = (heading: string) => page.locator('h1:focus', { hasText: heading }).waitFor();
    const enter = async (role: 'button' | 'link', name: string) => {
      await page.getByRole(role, { name, exact: true }).first().focus();
      await keyboard.press('Enter');
    };
    await sendAdmin(testGateway.gateway, '/keys', { name: 'short-lived' });
    await go('/');
    await enter('link', 'Keys');
    await isAt('Keys');
    await keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await keyboard.type('ledger');
    await keyboard.press('Enter');
    await isAt('Ledger and balance');
    await page.goBack();
    await isAt('Keys');
    await enter('link', 'short-lived');
    await isAt('short-lived');
    await enter('button', 'Disable');
    await enter('button', 'Undo');
    await isAt('short-lived');
    await enter('button', 'Delete');
    await page
      .getByRole('dialog', { name: 'Delete' })
      .getByRole('button', { name: 'Delete' })
      .focus();
    await keyboard.press('Enter');
    await isAt('Keys');
    await go('/requests?model=demo/echo');
    await enter('button', 'Remove filter: Model');
    await isAt('Requests');
    await close();
  });

  it.each([
    ['/requests', 'status', '2xx', '4xx'],
    ['/ledger?tab=movements', 'kind', 'top-up', 'adjustment'],
  ])(
    'a choice on %s keeps the focus, and follows the Back button',
    async (path, name, ...values) => {
      const { page, go, close } = await testGateway.visit();
      await go(path);
      const field = page.locator(`[name=${name}]`);
      await field.evaluate((element) => {
        element.focus();
        element.id = 'kept';
      });
      for (const value of values) {
        await page.keyboard.press('ArrowDown');
        await page.waitForURL(({ searchParams }) => searchParams.get(name) === value);
      }
      await page.goBack();
      await expect.poll(() => field.inputValue()).toBe(values[0]);
      await page.locator('#kept:focus').waitFor();
      await close();
    },
  );

  it.each([
    ['/requests', 'query'],
    ['/ledger?tab=movements', 'account_id'],
    ['/groups?tab=dry-run', 'model'],
  ])('a text on %s keeps the focus, and follows the Back button', async (path, name) => {
    const { page, go, close } = await testGateway.visit();
    await go(path);
    const field = page.locator(`[name=${name}]`);
    await field.evaluate((element) => {
      element.id = 'kept';
    });
    for (const value of ['first', 'second']) {
      await field.fill(value);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ searchParams }) => searchParams.get(name) === value);
    }
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('first');
    await page.locator('#kept:focus').waitFor();
    await close();
  });

  it('the sign-in after signing out has the focus and a title of its own', async () => {
    const { page, go, close } = await testGateway.visit({ secret: testGateway.gateway.key });
    await go('/models');
    await page.getByRole('button', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]:focus').waitFor();
    expect(await page.title()).toBe('Sign in · Parley');
    await close();
  });

  it('the outlines of tabs and actions are whole', async () => {
    const { page, go, close } = await testGateway.visit();
    const outline = () =>
      page.evaluate(() => {
        const { outlineStyle, outlineOffset } = getComputedStyle(document.activeElement as Element);
        return `${outlineStyle} ${outlineOffset}`;
      });
    await go('/settings');
    await page.getByRole('tab', { name: 'Access' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await outline()).toBe('solid -2px');
    await page.getByRole('button', { name: /^Theme/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=menuitem]:focus').waitFor();
    expect(await outline()).toBe('solid -2px');
    await close();
  });

  it('what is chosen differs where the system sets the colours', async () => {
    const { page, go, close } = await testGateway.visit();
    await page.emulateMedia({ forcedColors: 'active' });
    await go('/settings');
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    for (const role of ['tab', 'option', 'link']) {
      const colors = await page
        .locator(role === 'link' ? 'nav a' : `[role=${role}]`)
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
      expect(new Set(colors).size, role).toBe(2);
    }
    await sendAdmin(testGateway.gateway, '/keys', { limits: { quota: { amount: '5' } } });
    await go('/keys');
    const meter = page.getByRole('meter').first();
    const color = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await meter.locator('div').evaluate(color)).not.toBe(await meter.evaluate(color));
    await close();
  });

  it('tabs are reached by arrows and chosen by Enter', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/settings');
    await page.getByRole('tab', { name: 'Access', selected: true }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Configuration', selected: true }).waitFor();
    await page.getByRole('tabpanel', { name: 'Configuration' }).waitFor();
    await page.waitForURL(/tab=configuration/);
    await close();
  });
});
