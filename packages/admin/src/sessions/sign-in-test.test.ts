/** The test of the OpenID provider, with a provider on a real socket. */
import { afterEach, describe, expect, it } from 'vitest';
import { createConsoleHarness } from '../testing/browser.ts';
import type { AdminHarness } from '../testing/admin-harness.ts';
import { startOidcProvider } from '../testing/oidc-provider.ts';

let harness: AdminHarness | undefined;
afterEach(async () => {
  await harness?.testGateway.close();
  harness = undefined;
});

async function testSignIn(sign_in: object | undefined): Promise<unknown> {
  harness = await createConsoleHarness({ configuration: sign_in === undefined ? {} : { sign_in } });
  const response = await harness.call('POST', '/sign-in/tests', { body: {} });
  expect(response.status).toBe(200);
  return response.body;
}

const oidc = { title: 'Example ID', client_id: 'parley', client_secret: 'a secret of the client' };

describe('the test of the OpenID provider', () => {
  it('tells the claims, and what is missing in the document of the provider now', async () => {
    const provider = await startOidcProvider();
    provider.settings.metadata = { claims_supported: ['sub', 'email'] };
    const { issuer } = provider;
    const found = await testSignIn({ oidc: { ...oidc, issuer } });
    expect(found).toMatchObject({ ok: true, issuer, message: null, claims: ['sub', 'email'] });
    provider.settings.metadata = { jwks_uri: undefined };
    const again = await harness?.call('POST', '/sign-in/tests', { body: {} });
    const message = 'The provider states no jwks_uri.';
    expect(again?.body).toMatchObject({ ok: false, message, claims: null });
    provider.settings.metadata = {
      token_endpoint: '/token',
      jwks_uri: 'ftp://x/',
      claims_supported: 1,
    };
    const wrong = await harness?.call('POST', '/sign-in/tests', { body: {} });
    const both = 'The provider states no token_endpoint, jwks_uri.';
    expect(wrong?.body).toMatchObject({ ok: false, message: both, claims: null });
    provider.settings.metadata = { claims_supported: 1 };
    const strange = await harness?.call('POST', '/sign-in/tests', { body: {} });
    expect(strange?.body).toMatchObject({ ok: true, claims: null });
    provider.settings.metadata = { issuer: 'https://other.example' };
    const other = await harness?.call('POST', '/sign-in/tests', { body: {} });
    expect(other?.body).toMatchObject({ ok: false });
    await provider.close();
    const gone = await harness?.call('POST', '/sign-in/tests', { body: {} });
    expect(JSON.stringify(gone?.body)).toMatch(/ECONNREFUSED/);
  });

  it('says that nothing is configured', async () => {
    const message = 'No OpenID provider is configured.';
    expect(await testSignIn(undefined)).toMatchObject({ ok: false, issuer: null, message });
  });
});
