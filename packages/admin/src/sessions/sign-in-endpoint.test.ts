import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOidcProvider, type OidcProvider } from '../testing/oidc-provider.ts';
import type { Logger } from '@parley/core/extension';
import type { UserRecord } from '@parley/core/store';
import type { AdminHarness, AdminTestGatewaySettings } from '../testing/admin-harness.ts';
import {
  openBrowser,
  createConsoleHarness,
  type Browser,
  type PageResponse,
} from '../testing/browser.ts';

const clientSecret = 'the secret of the client';

let provider: OidcProvider;
let harness: AdminHarness | undefined;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  Object.assign(provider.settings, { claims: {}, userinfo: {}, metadata: {}, forged: false });
  delete provider.settings.status;
  delete provider.settings.iss;
});
afterEach(async () => {
  await harness?.testGateway.close();
  harness = undefined;
});

async function openHarness(
  oidc: object = {},
  signIn: object = {},
  options: AdminTestGatewaySettings['options'] = {},
): Promise<AdminHarness> {
  const client = { client_id: 'parley', client_secret: clientSecret };
  const settings = { title: 'Example ID', issuer: provider.issuer, ...client, ...oidc };
  const sign_in = { ...signIn, oidc: settings };
  harness = await createConsoleHarness({ configuration: { sign_in }, options });
  return harness;
}

const everybody = { allow: { domains: ['example.org'] } };

/** Follows the redirect to the provider, consents there, and returns to the console. */
async function signIn(
  browser: Browser,
  change: (back: URL) => void = () => undefined,
): Promise<PageResponse> {
  const begun = await browser.ask('/console/sign-in', { site: 'none' });
  const back = provider.accept(begun.headers.get('location') ?? '');
  change(back);
  return browser.ask(`${back.pathname}${back.search}`, { site: 'cross-site' });
}

const refuseWith =
  (error: string, description: string) =>
  ({ searchParams }: URL): void => {
    searchParams.delete('code');
    searchParams.set('error', error);
    searchParams.set('error_description', description);
  };

async function errorOf(response: PageResponse): Promise<string | undefined> {
  expect(response.status).toBe(303);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return /^\/console#error=(\w+)$/.exec(response.headers.get('location') ?? '')?.[1];
}

function userOf(changes: Partial<UserRecord>): UserRecord {
  const user = { id: 'user-1', email: 'ada@example.org', role: 'viewer', disabled: false } as const;
  return { ...user, invited: true, createdAt: 0, ...changes };
}

describe('the redirect to the identity provider', () => {
  it('is not available when no provider is configured', async () => {
    harness = await createConsoleHarness();
    const browser = openBrowser(harness);
    expect(await errorOf(await browser.ask('/console/sign-in'))).toBe('not_configured');
    expect(await errorOf(await browser.ask('/console/sign-in/callback?code=1'))).toBe('expired');
  });

  it.each([
    ['does not answer well', { status: 500 }],
    ['says that it is another', { metadata: { issuer: 'https://other.example.org' } }],
    ['states no address', { metadata: { authorization_endpoint: undefined } }],
    ['states an address that is none', { metadata: { authorization_endpoint: '/authorize' } }],
    ['states an address that is no page', { metadata: { authorization_endpoint: 'javascript:1' } }],
  ])('is not possible when it %s, which the log tells', async (_, lie) => {
    const { testGateway } = await openHarness(everybody);
    Object.assign(provider.settings, lie);
    const response = await openBrowser({ ...harness, testGateway } as AdminHarness).ask(
      '/console/sign-in',
    );
    expect(await errorOf(response)).toBe('provider_unavailable');
    expect(testGateway.log.join('\n')).toContain('A sign-in by OpenID Connect failed.');
    expect(testGateway.log.join('\n')).not.toContain(clientSecret);
  });

  it('sends the client id and the scopes, and no secret', async () => {
    const browser = openBrowser(await openHarness(everybody));
    const response = await browser.ask('/console/sign-in', { site: 'none' });
    expect(response.status).toBe(303);
    const url = new URL(response.headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    const parameters = Object.fromEntries(url.searchParams);
    expect(parameters).toMatchObject({
      ...{ response_type: 'code', client_id: 'parley', scope: 'openid email profile' },
      redirect_uri: 'http://parley.test/console/sign-in/callback',
      code_challenge_method: 'S256',
    });
    const [secret = ''] = browser.cookies.values();
    expect(secret).not.toBe('');
    expect(url.href).not.toContain(secret);
    expect(
      new Set([parameters['state'], parameters['nonce'], parameters['code_challenge']]).size,
    ).toBe(3);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^parley_sign_in=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  it('uses a new state and nonce each time', async () => {
    const opened = await openHarness(everybody);
    const states = await Promise.all(
      [1, 2].map(async () => {
        const response = await openBrowser(opened).ask('/console/sign-in');
        return new URL(response.headers.get('location') ?? '').searchParams.get('state');
      }),
    );
    expect(states[0]).not.toBe(states[1]);
  });

  it('uses the configured redirect URI', async () => {
    const browser = openBrowser(
      await openHarness(everybody, { base_url: 'https://parley.example.org/' }),
    );
    const response = await browser.ask('/console/sign-in');
    const url = new URL(response.headers.get('location') ?? '');
    expect(url.searchParams.get('redirect_uri')).toBe(
      'https://parley.example.org/console/sign-in/callback',
    );
  });
});

describe('the callback from the identity provider', () => {
  it.each<[string, string, (back: URL) => void]>([
    ['another state', 'not_verified', ({ searchParams }) => searchParams.set('state', 'x')],
    ['no state', 'not_verified', ({ searchParams }) => searchParams.delete('state')],
    ['another code', 'not_verified', ({ searchParams }) => searchParams.set('code', 'x')],
    ['no code', 'not_verified', ({ searchParams }) => searchParams.delete('code')],
    ['two codes', 'not_verified', ({ searchParams }) => searchParams.append('code', 'x')],
    [
      'another issuer',
      'not_verified',
      ({ searchParams }) => searchParams.set('iss', 'https://evil.example.org'),
    ],
    [
      'a refusal',
      'refused_by_provider',
      ({ searchParams }) => {
        searchParams.delete('code');
        searchParams.set('error', 'access_denied');
        searchParams.set('error_description', '<script>');
      },
    ],
  ])('with %s signs nobody in', async (_, reason, change) => {
    const browser = openBrowser(await openHarness(everybody));
    const response = await signIn(browser, change);
    expect(await errorOf(response)).toBe(reason);
    expect(browser.cookies.size).toBe(0);
    expect(harness?.testGateway.log.join('\n')).not.toContain(clientSecret);
  });

  it.each<[string, string, object]>([
    ['for another client', 'not_verified', { claims: { aud: 'other' } }],
    ['of another issuer', 'not_verified', { claims: { iss: 'https://other.example.org' } }],
    ['for another sign-in', 'not_verified', { claims: { nonce: 'other' } }],
    ['that has expired', 'not_verified', { claims: { exp: 1_000_000 } }],
    ['that others signed', 'not_verified', { forged: true }],
    ['without an address', 'no_email', { claims: { email: undefined } }],
    ['with an address that is no text', 'no_email', { claims: { email: ['ada@example.org'] } }],
    ['with an unverified address', 'email_not_verified', { claims: { email_verified: false } }],
    [
      'with an address of which nothing is known',
      'email_not_verified',
      { claims: { email_verified: undefined } },
    ],
    ['of a stranger', 'not_invited', { claims: { email: 'eve@example.com' } }],
    ['of a stranger in a domain below', 'not_invited', { claims: { email: 'a@x.example.org' } }],
    ['of a stranger in two domains', 'not_invited', { claims: { email: 'a@b@example.org' } }],
    [
      'of a stranger in a domain that looks alike',
      'not_invited',
      { claims: { email: 'ada@exampl\u0435.org' } },
    ],
  ])('with a token %s signs nobody in', async (_, reason, lie) => {
    const opened = await openHarness(everybody);
    Object.assign(provider.settings, lie);
    const browser = openBrowser(opened);
    expect(await errorOf(await signIn(browser))).toBe(reason);
    expect(browser.cookies.size).toBe(0);
    expect(await opened.testGateway.store.listUsers({ limit: 10 })).toEqual([]);
  });

  it.each<[string, string, (back: URL) => void]>([
    ['the person', 'access_denied Ask <b>', refuseWith('access_denied', 'Ask <b>')],
    ['the token endpoint', 'invalid_grant', ({ searchParams }) => searchParams.set('code', 'x')],
    ['a secret', 'x [redacted]', refuseWith('x', clientSecret)],
  ])('logs with what error %s refused', async (_, text, change) => {
    const lines: string[] = [];
    const log: Logger = (_level, _message, fields) => lines.push(inspect(fields));
    const opened = await openHarness(everybody, {}, { log });
    await signIn(openBrowser(opened), change);
    expect(lines.join('\n')).toContain(`Error: The provider says: ${text}`);
    expect(lines.join('\n')).not.toContain(clientSecret);
  });

  it.each([
    ['hides what follows', 'Ada\u202e', 'ada@example.org'],
    ['has lines', 'Ada\nby root', 'ada@example.org'],
    ['is no text', ['Ada'], 'ada@example.org'],
    ['is long', '\u{1f98a}'.repeat(200), '\u{1f98a}'.repeat(128)],
  ])('shows no name that %s', async (_, claimed, shown) => {
    provider.settings.claims = { name: claimed };
    const browser = openBrowser(await openHarness(everybody));
    await signIn(browser);
    expect((await browser.ask('/console/session')).body).toMatchObject({ name: shown });
  });

  it('signs in only the browser that started the sign-in, and only once', async () => {
    const opened = await openHarness(everybody);
    const browser = openBrowser(opened);
    const begun = await browser.ask('/console/sign-in');
    const back = provider.accept(begun.headers.get('location') ?? '');
    const address = `${back.pathname}${back.search}`;
    const victim = openBrowser(opened);
    expect(await errorOf(await victim.ask(address))).toBe('expired');
    await victim.ask('/console/sign-in');
    expect(await errorOf(await victim.ask(address))).toBe('not_verified');
    const cookies = new Map(browser.cookies);
    expect((await browser.ask(address)).headers.get('location')).toBe('/console');
    for (const [name, value] of cookies) victim.cookies.set(name, value);
    expect(await errorOf(await victim.ask(address))).toBe('not_verified');
  });

  it('signs in a listed user with the configured role', async () => {
    const opened = await openHarness({ allow: { emails: ['ADA@example.org'] } });
    const browser = openBrowser(opened);
    const response = await signIn(browser);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/console');
    expect([...browser.cookies.keys()]).toEqual(['parley_session']);
    expect((await browser.ask('/console/session')).body).toMatchObject({
      ...{ kind: 'operator', role: 'viewer', name: 'Ada Lovelace' },
      sign_in: { oidc: 'Example ID' },
    });
    expect((await browser.ask('/admin/v1/users')).body).toMatchObject({
      data: [{ email: 'ada@example.org', name: 'Ada Lovelace', role: 'viewer', disabled: false }],
    });
    expect((await browser.ask('/admin/v1/users', { body: { email: 'a@b.c' } })).status).toBe(403);
    const { authorization } = provider.tokenRequest();
    expect(authorization).toMatch(/^Basic /);
  });

  it('reads the e-mail address from userinfo if the ID token lacks it', async () => {
    provider.settings.claims = { email: undefined, email_verified: undefined };
    provider.settings.userinfo = { email: 'Ada@Example.org', email_verified: 'true' };
    const opened = await openHarness(everybody);
    expect((await signIn(openBrowser(opened))).headers.get('location')).toBe('/console');
    expect(await opened.testGateway.store.findUser('ada@example.org')).toBeDefined();
  });

  it('sends the client secret in the body to a provider that accepts it only there', async () => {
    provider.settings.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await signIn(openBrowser(await openHarness(everybody)));
    const { authorization, body } = provider.tokenRequest();
    expect([authorization, body.get('client_secret')]).toEqual(['', clientSecret]);
  });

  it('caches the discovery document and the keys of the provider', async () => {
    const opened = await openHarness(everybody);
    await signIn(openBrowser(opened));
    const before = provider.requests.length;
    await signIn(openBrowser(opened));
    expect(provider.requests.slice(before)).toEqual(['POST /token']);
  });
});

describe('a user', () => {
  it('who is invited signs in with the role of the invitation, and only with this identity', async () => {
    const opened = await openHarness();
    await opened.call('POST', '/users', { body: { email: ' Ada@example.org', role: 'admin' } });
    const browser = openBrowser(opened);
    await signIn(browser);
    expect((await browser.ask('/console/session')).body).toMatchObject({ role: 'admin' });
    provider.settings.claims = { sub: 'another person' };
    expect(await errorOf(await signIn(openBrowser(opened)))).toBe('other_identity');
  });

  it('keeps their account when the configuration names another provider', async () => {
    const opened = await openHarness();
    const identity = { issuer: 'https://former.example.org', subject: 'x' };
    await opened.testGateway.store.addUser(userOf({ identity }));
    expect((await signIn(openBrowser(opened))).headers.get('location')).toBe('/console');
  });

  it('who is disabled cannot sign in, and their sessions end at once', async () => {
    const opened = await openHarness(everybody);
    const browser = openBrowser(opened);
    await signIn(browser);
    const user = await opened.testGateway.store.findUser('ada@example.org');
    await opened.call('PATCH', `/users/${user?.id ?? ''}`, { body: { disabled: true } });
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(401);
    expect(await errorOf(await signIn(browser))).toBe('user_disabled');
  });

  it.each([
    ['deleted', (id: string) => harness?.call('DELETE', `/users/${id}`)],
    [
      'no longer on the list',
      async () => {
        const { gateway } = harness?.testGateway ?? {};
        gateway?.reload({ ...emptyConfiguration, sign_in: withoutList() });
      },
    ],
    [
      'of a provider that is no longer configured',
      async () => harness?.testGateway.gateway.reload(emptyConfiguration),
    ],
  ])('who is %s is out at once', async (_, act) => {
    const opened = await openHarness(everybody);
    const browser = openBrowser(opened);
    await signIn(browser);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
    const user = await opened.testGateway.store.findUser('ada@example.org');
    await act(user?.id ?? '');
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(401);
  });

  it('is created once, also by concurrent sign-ins', async () => {
    const opened = await openHarness(everybody);
    const responses = await Promise.all([1, 2, 3].map(() => signIn(openBrowser(opened))));
    expect(responses.map(({ headers }) => headers.get('location'))).toEqual(
      responses.map(() => '/console'),
    );
    expect(await opened.testGateway.store.listUsers({ limit: 10 })).toHaveLength(1);
  });

  it('is recorded in the audit log, and so are refused sign-ins', async () => {
    const opened = await openHarness(everybody);
    const browser = openBrowser(opened);
    await signIn(browser);
    const user = await opened.testGateway.store.findUser('ada@example.org');
    provider.settings.claims = { email: 'eve@example.com' };
    await signIn(openBrowser(opened));
    const log = (await opened.call('GET', '/audit')).body as { data: unknown[] };
    expect(log.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ actor: `user:${user?.id ?? ''}`, action: 'session.create' }),
        expect.objectContaining({
          actor: 'anonymous',
          action: 'session.refuse',
          detail: expect.objectContaining({
            reason: 'not_invited',
            email: 'eve@example.com',
          }) as unknown,
        }),
      ]),
    );
  });
});

const emptyConfiguration = { upstreams: {}, models: {}, groups: {} };

function withoutList() {
  return {
    oidc: {
      ...{ title: 'Example ID', issuer: provider.issuer, client_id: 'parley' },
      ...{ client_secret: clientSecret, scopes: ['openid'], default_role: 'viewer' as const },
    },
  };
}
