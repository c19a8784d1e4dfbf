/** What a phone and a tablet show: whole figures, no fields without a value, and nothing beside the window. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callModel, sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const configuration = JSON.stringify({
  upstreams: { far: { provider: 'openai', credential: 'none', models: ['gpt-none'] } },
  models: { known: { targets: [{ upstream: 'demo', model: 'echo' }], max_input_tokens: 4_000 } },
  prices: [{ match: 'demo/echo', input: 2, output: 8, from: '2026-01-01' }],
});

describe.skipIf(browserPath === '')('a narrow window', () => {
  let testGateway: TestGateway;
  let failed: string;

  beforeAll(async () => {
    testGateway = await startTestGateway('node', { PARLEY_CONFIG_YAML: configuration });
    await callModel(testGateway.gateway, testGateway.gateway.key, 'demo/echo');
    failed = await callModel(
      testGateway.gateway,
      testGateway.gateway.key,
      `demo/${'x'.repeat(40)}`,
    );
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

  it.each([
    ['/keys', /^Status active$/],
    ['/ledger', /^Spent \$/],
  ])('a card of %s says to a screen reader, too, what each value is', async (path, name) => {
    const { page, go, close } = await testGateway.visit({ width: 360 });
    await go(path);
    await page.getByRole('cell', { name }).first().waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('columnheader').first().waitFor();
    expect(await page.getByRole('cell', { name }).count()).toBe(0);
    await close();
  });

  it.each(['/keys', '/requests', '/models', '/ledger', '/settings'])(
    '%s is not wider than the window of a tablet',
    async (path) => {
      const { page, go, close } = await testGateway.visit({ width: 768 });
      await go(path);
      for (const width of [768, 840, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(excess, `at ${width}`).toBeLessThanOrEqual(0);
      }
      await close();
    },
  );

  it.each(['/ledger?tab=movements', '/settings?tab=audit'])(
    '%s breaks a long word, such as a link in a note',
    async (path) => {
      const name = 'x'.repeat(120);
      await sendAdmin(testGateway.gateway, '/keys', { name });
      const topUp = { amount: '1', note: name };
      await sendAdmin(testGateway.gateway, '/accounts/default/top-ups', topUp);
      const { page, go, close } = await testGateway.visit({ width: 1024 });
      await go(path);
      const excess = (table: HTMLElement) => table.scrollWidth - table.clientWidth;
      expect(await page.locator('main [role=region]').first().evaluate(excess)).toBe(0);
      await close();
    },
  );

  it.each(['/models', '/settings', 'a failed request'])(
    '%s is not wider than the window with the text spacing of WCAG 1.4.12',
    async (path) => {
      const { page, go, close } = await testGateway.visit({ width: 320 });
      await go(path.startsWith('/') ? path : `/requests/${failed}`);
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`
          * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
          p { margin-bottom: 2em !important }
        `);
        document.adoptedStyleSheets.push(sheet);
      });
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
      await close();
    },
  );

  it.each([360, 840, 1024, 1280])('the list of requests names the model at %d', async (width) => {
    const { page, go, close } = await testGateway.visit({ width });
    await go('/requests');
    const model = page.getByRole('grid').getByText('demo/echo', { exact: true }).first();
    await model.waitFor();
    expect(await model.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    await close();
  });

  it('a card of a provider is not wider than the page because of the name of a variable', async () => {
    const { page, go, close } = await testGateway.visit({ width: 320 });
    await go('/providers');
    const badge = page.getByText('from the file').first();
    await badge.evaluate((text) => (text.textContent = 'from UMANS_AI_CODING_PLAN_API_KEY'));
    const list = page.locator('main section').first();
    expect(await list.evaluate((card) => card.getBoundingClientRect().right)).toBeLessThan(305);
    await close();
  });

  it('a form is not wider than its window because of a long name', async () => {
    const name = 'g'.repeat(60);
    for (const group of ['first', name]) {
      await sendAdmin(testGateway.gateway, `PUT /groups/${group}`, {});
    }
    const { page, go, close } = await testGateway.visit({ width: 360 });
    await go('/keys?create=true');
    await page.getByText('More limits and restrictions').click();
    const label = page.getByRole('dialog').locator('label', { hasText: name });
    await label.waitFor();
    const box = await label.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 360)).toBeLessThan(360);
    await close();
  });
});
