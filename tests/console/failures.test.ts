/** A failed request says who refused it and what to do; its cost is explained in the language of the reader. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callModel, sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const prices = [{ match: 'demo/*', input: 2, output: 8, from: '2026-01-01' }];

describe.skipIf(browserPath === '')('the page of a request', { timeout: 90_000 }, () => {
  let upstream: Server;
  let testGateway: TestGateway;
  let secret: string;
  beforeAll(async () => {
    upstream = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'Incorrect API key provided.' } }));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
    const far = { provider: 'openai-compatible', base_url: base, models: ['priced-out', 'sold'] };
    testGateway = await startTestGateway('node', {
      PARLEY_CONFIG_YAML: JSON.stringify({
        upstreams: { far: { ...far, credential: 'wrong' } },
        prices: [...prices, { match: 'far/sold', input: 1, output: 2 }],
      }),
    });
    const limits = { quota: { amount: '0.0000001' } };
    const made = await sendAdmin(testGateway.gateway, '/keys', { name: 'poor', limits });
    secret = (made as { readonly secret: string }).secret;
  }, 60_000);
  afterAll(async () => {
    await testGateway.close();
    upstream.close();
  });

  it('leads an operator from each failure to where it is mended', async () => {
    const { gateway } = testGateway;
    const { page, go, complaints, close } = await testGateway.visit();
    const failures = [
      [secret, 'demo/echo', 'Raise the quota of the key', /\/keys\//],
      [secret, 'priced-out', 'Set a price for this model', /\/models\?model=priced-out/],
      [gateway.key, 'unheard-of', 'See which models this key may use', /explain=true/],
      [gateway.key, 'sold', 'Check the credential', /\/providers\?upstream=far/],
    ] as const;
    for (const [key, model, advice, place] of failures) {
      const id = await callModel(gateway, key, model);
      await go(`/requests/${id}`);
      const section = page.locator('section', { hasText: 'Why it failed' });
      await section.getByText(advice).waitFor();
      await section.getByRole('link', { name: 'Open' }).click();
      await page.waitForURL(place);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('tells a key holder in Chinese what happened and whom to ask, without links', async () => {
    const id = await callModel(testGateway.gateway, secret, 'demo/echo');
    const { page, go, close } = await testGateway.visit({ secret, locale: 'zh', width: 390 });
    await go(`/requests/${id}`);
    const section = page.locator('section', { hasText: '失败原因' });
    await section.getByText('此密钥的金额额度已用完').waitFor();
    await section.getByText('请把请求 ID 发给网关管理员').waitFor();
    expect(await section.getByRole('link').count()).toBe(0);
    await close();
  });

  it('a link with wrong values opens its page without them', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    const links = [
      ['/usage?range=never&zone=Nowhere&by=key', '/console/usage?by=key'],
      ['/keys?status=lost', '/console/keys'],
      ['/ledger?tab=movements&kind=gift', '/console/ledger?tab=movements'],
    ] as const;
    for (const [link, expected] of links) {
      await go(link);
      await page.waitForURL((url) => `${url.pathname}${url.search}` === expected);
      expect(await page.getByRole('alert').count(), link).toBe(0);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('explains a cost in Chinese, line by line', async () => {
    const { gateway } = testGateway;
    const id = await callModel(gateway, gateway.key, 'demo/echo');
    const { page, go, close } = await testGateway.visit({ locale: 'zh' });
    await go(`/requests/${id}`);
    const lines = page.locator('section', { hasText: '费用明细' }).locator('pre');
    await lines.waitFor();
    const text = await lines.innerText();
    expect(text).toMatch(/输入 Token × \$2\.00\/百万 = \$/);
    expect(text).toMatch(/价格来源：配置/);
    expect(text).not.toMatch(/[a-z]{3,} [a-z]{3,}/);
    expect(await page.getByText('失败原因').count()).toBe(0);
    await close();
  });
});
