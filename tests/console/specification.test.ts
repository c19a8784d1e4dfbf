/** Every sentence of the specification that speaks of the console (docs/specification.md), in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAdmin } from './history.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

/** Two groups that share a model, so that its fingerprint decides which of them serves. */
const configuration = JSON.stringify({
  groups: {
    default: { models: ['demo/*'], tiers: [{ match: 'tier', tier: 'opus', to: 'demo/tools' }] },
    second: { fingerprint: 'second', models: ['demo/echo'] },
  },
});

const runtimes = ['node', 'bun', 'deno-deploy'] as const;

describe.skipIf(browserPath === '').each(runtimes)('the console on %s', (runtime) => {
  let testGateway: TestGateway;
  let keyId: string;

  beforeAll(async () => {
    testGateway = await startTestGateway(runtime, { PARLEY_CONFIG_YAML: configuration });
    const created = await sendAdmin(testGateway.gateway, '/keys', {
      name: 'laptop',
      groups: ['default', 'second'],
    });
    keyId = (created as { readonly id: string }).id;
  }, 60_000);
  afterAll(() => testGateway.close());

  it('1.9: lists the usable call names, bare and with the fingerprint', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go(`/models?key_id=${keyId}`);
    for (const name of ['demo/echo', 'demo/tools', 'second/demo/echo']) {
      await page.getByText(name, { exact: true }).first().waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('1.14: shows where a tier of a coding assistant leads', async () => {
    const { page, go, close } = await testGateway.visit();
    await go(`/groups?key_id=${keyId}&model=opus`);
    await page.getByText('demo/tools').first().waitFor();
    await close();
  });

  it('4.8: shows the balance of the account, which a key cannot ask for', async () => {
    await sendAdmin(testGateway.gateway, '/accounts/default/top-ups', {
      id: 'one',
      amount: '12.5',
    });
    const { page, go, close } = await testGateway.visit();
    await go('/ledger');
    await page.getByText('$12.50').first().waitFor();
    await close();
  });

  it('5.5: shows keys on their page, masked, and the usable base URL', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys');
    await page.getByRole('link', { name: 'laptop' }).first().waitFor();
    expect(await page.getByText(/sk-parley-[A-Za-z0-9]{1,8}…/).count()).toBeGreaterThan(0);
    await go('/');
    await page.getByText(`${testGateway.gateway.url}/v1`, { exact: true }).first().waitFor();
    await close();
  });

  it('5.5: shows the holder of a key their own data, and nothing of the operator’s', async () => {
    const { page, go, complaints, close } = await testGateway.visit({
      secret: testGateway.gateway.key,
    });
    await go('/');
    await page.getByText(`${testGateway.gateway.url}/v1`, { exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Providers' }).count()).toBe(0);
    const refused = await page.evaluate(async () => {
      const response = await fetch('/admin/v1/keys', { headers: { 'parley-console': '1' } });
      return response.status;
    });
    expect(refused).toBe(401);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await close();
  });
});
