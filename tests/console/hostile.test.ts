/** Names and messages from outside are shown as text on every page: none of them runs as code. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addHistory, callModel, hostileName } from './history.ts';
import { operatorPages } from './pages.ts';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

const hostileError = '<img src=x onerror="document.title=2"><script>document.title=3</script> gone';

describe.skipIf(browserPath === '')('untrusted text', { timeout: 60_000 }, () => {
  let upstream: Server;
  let testGateway: TestGateway;
  let details: readonly string[];

  beforeAll(async () => {
    upstream = createServer((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: hostileError, type: 'invalid_request' } }));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const configuration = {
      upstreams: {
        hostile: {
          provider: 'openai-compatible',
          base_url: `http://127.0.0.1:${port}/v1`,
          credential: 'invented',
          models: ['fails'],
        },
      },
    };
    testGateway = await startTestGateway('node', {
      PARLEY_CONFIG_YAML: JSON.stringify(configuration),
    });
    const failed = await callModel(testGateway.gateway, testGateway.gateway.key, 'fails');
    details = [`/requests/${failed}`, ...(await addHistory(testGateway.gateway))];
  }, 60_000);
  afterAll(async () => {
    await testGateway.close();
    upstream.close();
  });

  it('is shown as text on every page', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    for (const path of [...operatorPages, ...details]) {
      await go(path);
      expect(await page.locator('img[src="x"]').count(), path).toBe(0);
      expect(await page.title(), path).toMatch(/Parley$/);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('is readable: the name of a key and the error of an upstream', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/keys');
    await page.getByText(hostileName).first().waitFor();
    await go(details[0] ?? '');
    await page.getByText('<script>document.title=3</script> gone').first().waitFor();
    await close();
  });
});
