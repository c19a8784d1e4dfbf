/** The form of a provider whose base URL names a part of the account: what to write, in one format or in several. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('the base URL of a provider', () => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway();
  }, 60_000);
  afterAll(() => testGateway.close());

  const configured = async (name: string) =>
    (await sendAdmin(testGateway.gateway, `/upstreams/${name}`)) as { configuration: object };

  it('is shown as the vendor writes it, for the chosen format, and a wrong one is explained', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/providers?create=true&provider=azure');
    const dialog = page.getByRole('dialog');
    const address = dialog.getByLabel('Base URL', { exact: true });
    await dialog.getByText('https://my-resource.openai.azure.com/openai/v1').waitFor();
    await dialog.getByText('Name those that your account may call').waitFor();
    await dialog.getByLabel('Format').selectOption('Only Anthropic Messages');
    await dialog.getByText('https://my-resource.services.ai.azure.com/anthropic').waitFor();
    await address.fill('my-resource.services.ai.azure.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Use a URL such as').filter({ visible: true }).waitFor();
    await address.fill('https://127.0.0.1:9/anthropic');
    await dialog.getByLabel('Headers').fill('api-key: not-a-real-one');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await configured('azure')).toMatchObject({
      configuration: {
        ...{ base_url: 'https://127.0.0.1:9/anthropic', dialect: 'anthropic-messages' },
        headers: { 'api-key': '***' },
      },
    });
    const card = page.locator('section', { hasText: 'Azure OpenAI' });
    expect(await card.innerText()).toMatch(/Credential\s+none/);
    await close();
  });

  it('may be one for each format, which keeps what was typed, and is changed like any other', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/providers?create=true&provider=openai-compatible');
    const dialog = page.getByRole('dialog');
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await dialog.getByLabel('Base URL', { exact: true }).fill('http://127.0.0.1:9/v1');
    await dialog.getByLabel('Format').selectOption('Several, each at its own base URL');
    const messages = dialog.getByLabel('Base URL for Anthropic Messages');
    await messages.fill('http://127.0.0.1:9/messages');
    await save();
    expect(await configured('openai-compatible')).toMatchObject({
      configuration: {
        base_url: {
          'openai-chat': 'http://127.0.0.1:9/v1',
          'anthropic-messages': 'http://127.0.0.1:9/messages',
        },
      },
    });
    await go('/providers?open=openai-compatible');
    await messages.fill('wrong');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Use a URL such as').filter({ visible: true }).waitFor();
    expect(await messages.evaluate((field) => field === document.activeElement)).toBe(true);
    await messages.fill('');
    await save();
    expect(await configured('openai-compatible')).toMatchObject({
      configuration: { base_url: { 'openai-chat': 'http://127.0.0.1:9/v1' } },
    });
    await close();
  });
});
