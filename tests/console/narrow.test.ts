/** What a narrow phone shows: whole figures, and no fields without a value. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callModel } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const configuration = JSON.stringify({
  upstreams: { far: { provider: 'openai', credential: 'none', models: ['gpt-none'] } },
  models: { known: { targets: [{ upstream: 'demo', model: 'echo' }], max_input_tokens: 4_000 } },
  prices: [{ match: 'demo/echo', input: 2, output: 8, from: '2026-01-01' }],
});

describe.skipIf(browserPath === '')('360 pixels wide', () => {
  let testGateway: TestGateway;

  beforeAll(async () => {
    testGateway = await startTestGateway('node', { PARLEY_CONFIG_YAML: configuration });
    await callModel(testGateway.gateway, testGateway.gateway.key, 'demo/echo');
  }, 60_000);
  afterAll(() => testGateway.close());

  it.each(['/', '/usage'])('%s shows a small cost whole', async (path) => {
    const { page, go, close } = await testGateway.visit({ width: 360 });
    await go(path);
    const cost = page.locator('dd', { hasText: '$0.0000' }).first();
    await cost.waitFor();
    expect(await cost.evaluate((tile) => tile.scrollWidth - tile.clientWidth)).toBe(0);
    await close();
  });

  it('the playground asks for the model before it sends', async () => {
    const { page, go, close } = await testGateway.visit({ width: 360 });
    await go('/playground');
    const model = await page.getByLabel('Model', { exact: true }).boundingBox();
    const send = await page.getByRole('button', { name: 'Send' }).boundingBox();
    expect(model?.y).toBeLessThan(send?.y ?? 0);
    await close();
  });

  it('the list of models has no fields without a value', async () => {
    const { page, go, close } = await testGateway.visit({ width: 360 });
    await go('/models');
    await page.getByText('known', { exact: true }).first().waitFor();
    expect(await page.locator('[data-nothing]').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-nothing]:visible').count()).toBe(0);
    await close();
  });
});
