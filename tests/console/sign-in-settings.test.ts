/** An operator tests the OpenID provider of the configuration before anybody signs in with it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

describe.skipIf(browserPath === '')('the settings of the sign-in', { timeout: 60_000 }, () => {
  let provider: Server;
  let claims = ['sub', 'name'];
  let testGateway: TestGateway;
  beforeAll(async () => {
    provider = createServer((_, response) => {
      const { port } = provider.address() as AddressInfo;
      const issuer = `http://127.0.0.1:${port}`;
      const places = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
      const described = Object.fromEntries(places.map((name) => [name, `${issuer}/${name}`]));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ issuer, claims_supported: claims, ...described }));
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const oidc = { title: 'Example ID', issuer, client_id: 'parley', client_secret: 'none' };
    testGateway = await startTestGateway('node', {
      PARLEY_CONFIG_YAML: JSON.stringify({ sign_in: { oidc } }),
    });
  }, 60_000);
  afterAll(async () => {
    await testGateway.close();
    provider.closeAllConnections();
    provider.close();
  });

  it('say which claims may come, that one is missing, and that the provider is gone', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/settings');
    const test = page.getByRole('button', { name: 'Test the provider' });
    await test.click();
    await page.getByText('Claims that it may send: sub, name.').waitFor();
    await page.getByText('The e-mail address is not one of them').waitFor();
    claims = ['sub', 'email'];
    await test.click();
    await page.getByText('Claims that it may send: sub, email.').waitFor();
    expect(await page.getByText('The e-mail address is not one of them').count()).toBe(0);
    provider.closeAllConnections();
    provider.close();
    await test.click();
    await page.getByText(/ECONNREFUSED/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
