/** The dialogs that change accounts and keys: what they save, and how they show what the gateway refuses. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('a dialog', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node');
  }, 60_000);
  afterAll(() => testGateway.close());

  it('creates an account, and stays open when its id is taken', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/ledger');
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    const create = async (name: string) => {
      await page.getByRole('button', { name: 'Create an account' }).first().click();
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByLabel('Id', { exact: true }).fill('team-a');
      await dialog.getByRole('button', { name: 'Create an account' }).click();
    };
    await create('Team A');
    await page.getByText('Account created').first().waitFor();
    await create('Team B');
    await dialog.getByText('An account with this id exists already').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByText('Team B').count()).toBe(0);
    await close();
  });

  it('shows a number that the browser refuses behind a closed disclosure', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/keys?create=true');
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    const more = dialog.getByText('More limits and restrictions');
    await more.click();
    const field = dialog.getByLabel('Concurrent requests');
    await field.fill('0');
    await more.click();
    await field.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await field.waitFor();
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('offers the group `default` beside the first group that somebody adds', async () => {
    await sendAdmin(testGateway.gateway, 'PUT /groups/added', { models: ['demo/echo'] });
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    const group = page.getByRole('dialog').getByLabel('Group', { exact: true });
    await group.waitFor();
    expect(await group.inputValue()).toBe('default');
    await group.selectOption('added');
    await go('/models');
    expect(await page.getByLabel('As seen by').inputValue()).toBe('default');
    await close();
    await sendAdmin(testGateway.gateway, 'DELETE /groups/added');
  });

  it('tops up an account, and names an amount that is none', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/ledger');
    await page.getByRole('button', { name: 'Actions of Team A' }).click();
    await page.getByRole('menuitem', { name: 'Top up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Top up Team A' });
    await dialog.getByLabel('Amount in dollars').fill('much');
    await dialog.getByRole('button', { name: 'Top up' }).click();
    await dialog.getByText('Enter dollars such as 12.50').first().waitFor();
    await dialog.getByLabel('Amount in dollars').fill('7.25');
    await dialog.getByRole('button', { name: 'Top up' }).click();
    await page.getByText('$7.25 booked for Team A').first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await close();
  });

  it('rotates the secret of a key and shows the new one', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys?create=true');
    await page.getByLabel('Name', { exact: true }).fill('laptop');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'laptop' }).first().click();
    await page.getByRole('button', { name: 'Rotate' }).first().click();
    await dialog.getByLabel('The old secret').selectOption({ label: 'stops at once' });
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await dialog
      .getByText(/^sk-parley-/)
      .first()
      .waitFor();
    await close();
  });

  it('moves a key to another group, which replaces the one before', async () => {
    const { page, go, close } = await testGateway.visit();
    const { gateway } = testGateway;
    for (const name of ['gold', 'silver', 'bronze']) {
      const response = await fetch(`${gateway.url}/admin/v1/groups/${name}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${gateway.adminToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ fingerprint: name }),
      });
      expect(response.ok).toBe(true);
    }
    const groups = ['silver', 'bronze'];
    const { id } = (await sendAdmin(gateway, '/keys', { name: 'mover', groups })) as { id: string };
    await go(`/keys/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group', { exact: true }).selectOption('gold');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('gold, bronze', { exact: true }).waitFor();
    await close();
  });

  it('adds a provider with its credential to a gateway that nobody has configured', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/providers');
    const dialog = await addOpenAi(page);
    await dialog.getByLabel('Credential', { exact: true }).fill('sk-no-real-key');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const card = page.locator('section', { hasText: 'openai' });
    expect(await card.innerText()).toMatch(/Credential\s+set/);
    await close();
  });

  it('says in Chinese why a provider is refused, and takes a proxy and a time limit', async () => {
    const { gateway, visit } = testGateway;
    const { page, go, close } = await visit({ locale: 'zh' });
    await go('/providers?create=true&provider=groq');
    const dialog = page.getByRole('dialog');
    const save = () => dialog.getByRole('button', { name: '保存' }).click();
    await save();
    await dialog.getByText('供应商 groq 需要凭据。').filter({ visible: true }).waitFor();
    await dialog.getByLabel('请求头', { exact: true }).fill('authorization: Bearer invented');
    await dialog.getByText('代理、证书和时限').click();
    await dialog.getByLabel('代理', { exact: true }).fill('here');
    await dialog.getByLabel('没有数据的秒数').fill('90');
    await save();
    await dialog.getByText('请填写 http://host:port').filter({ visible: true }).waitFor();
    await dialog.getByLabel('代理', { exact: true }).fill('none');
    await save();
    await dialog.waitFor({ state: 'detached' });
    expect(await sendAdmin(gateway, '/upstreams/groq')).toMatchObject({
      configuration: { proxy: 'none', idle_timeout: 90 },
    });
    await close();
  });

  it('shows the values of each target when another one is removed', async () => {
    const { gateway, visit } = testGateway;
    const targets = [1, 2, 3].map((weight) => ({ upstream: 'demo', model: 'echo', weight }));
    await sendAdmin(gateway, 'PUT /models/balanced', { targets });
    const { page, go, close } = await visit();
    await go('/groups?tab=routes&open=balanced');
    const dialog = page.getByRole('dialog');
    const weight = dialog.getByLabel('Weight', { exact: true });
    await weight.first().fill('7');
    await dialog.getByRole('button', { name: 'Remove target 1' }).click();
    await expect.poll(() => weight.count()).toBe(2);
    const values = await weight.evaluateAll((all) =>
      all.map((each) => 'value' in each && each.value),
    );
    expect(values).toEqual(['2', '3']);
    await close();
  });

  it('says at the field why somebody cannot be invited, and moves the focus there', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/settings');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    // The browser takes it for an address, and the gateway does not.
    await dialog.getByLabel('E-mail address').fill(`ada@${'b.'.repeat(150)}org`);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.locator('input[aria-invalid=true]:focus').waitFor();
    expect(await dialog.getByRole('alert').filter({ visible: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  it('adds a price with services, and with prices for longer prompts that name what is missing', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/models?tab=prices&create=true&match=demo/echo');
    const dialog = page.getByRole('dialog');
    const fill = (label: string, text: string, index = 0) =>
      dialog.getByLabel(label, { exact: true }).nth(index).fill(text);
    await fill('Input', '0.5');
    await fill('Output', '2.5');
    await fill('Image output', '30');
    await dialog.getByLabel('Services').fill('priority: 2\nflex: 0.5');
    await dialog.getByRole('button', { name: 'Add prices' }).click();
    await fill('Above this many tokens', '200000');
    await fill('Input', '1', 1);
    await fill('Output', '5', 1);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This price is missing').first().waitFor();
    await fill('Image output', '60', 1);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = (await sendAdmin(testGateway.gateway, '/prices')) as { data: object[] };
    expect(data).toMatchObject([
      {
        configuration: {
          ...{ match: 'demo/echo', input: 0.5, output: 2.5, image_output: 30 },
          tiers: [{ above: 200_000, input: 1, output: 5, image_output: 60 }],
          services: { priority: 2, flex: 0.5 },
        },
      },
    ]);
    await close();
  });

  it('shows an error above the buttons when no field of the form can', async () => {
    const withoutSecretKey = await startTestGateway('deno-deploy');
    onTestFinished(() => withoutSecretKey.close());
    const { page, go, close } = await withoutSecretKey.visit();
    await go('/providers');
    const dialog = await addOpenAi(page);
    // Without a secret key of the gateway there is no field for a credential.
    await dialog.getByText('This gateway cannot store credentials').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The provider openai needs a credential.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Capital');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Use lower-case letters').filter({ visible: true }).waitFor();
    expect(await dialog.getByRole('alert').filter({ visible: true }).count()).toBe(0);
    await close();
  });

  it.each([
    ['/keys?create=true', 'More limits and restrictions', 'Allowed addresses'],
    ['/providers?create=true&provider=ollama', 'Proxy, certificates and time limits', 'Proxy'],
  ])('%s keeps "%s" open while it is saved again', async (path, summary, label) => {
    const { page, go, close } = await testGateway.visit();
    await go(path);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(summary).click();
    const field = dialog.getByLabel(label, { exact: true });
    await field.fill('nowhere at all');
    await dialog.getByText(summary).click();
    const save = dialog.getByRole('button', { name: /^(Create key|Save)$/ });
    await save.click();
    await dialog.locator('[aria-invalid=true]:focus').waitFor();
    await page.route(/admin\/v1\/(keys|upstreams)/, (route) =>
      route.request().method() === 'GET' ? route.continue() : undefined,
    );
    await save.click();
    await dialog.locator('button[aria-busy=true]').waitFor();
    expect(await field.isVisible()).toBe(true);
    await close();
  });

  it('shows the secret of a token that arrives after its form was closed, and forgets it', async () => {
    const { page, go, close } = await testGateway.visit();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/admin/v1/tokens', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    await go('/settings');
    const create = page.getByRole('button', { name: 'Create token' });
    const dialog = page.getByRole('dialog');
    await create.click();
    await dialog.getByLabel('Name').fill('late');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    release();
    await dialog.getByText('shown only once').waitFor();
    await page.keyboard.press('Escape');
    await create.click();
    await dialog.getByLabel('Name').waitFor();
    await close();
  });

  it('copies where the browser denies the clipboard', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
    });
    await go('/keys?create=true');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sk-parley-/);
    expect(complaints).toEqual([]);
    await close();
  });
});

/** Opens the form that adds the provider OpenAI. */
async function addOpenAi(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page
    .getByRole('button', { name: /^OpenAI/ })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Add OpenAI' });
}
