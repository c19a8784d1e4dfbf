import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdminSecret, createKeySecret, createSessionSecret } from '@parley/core/extension';
import { StoreUnavailableError } from '@parley/core/store';
import type { AdminHarness } from '../testing/admin-harness.ts';
import { openBrowser, createConsoleHarness } from '../testing/browser.ts';

const hour = 3_600_000;
const signedOut = {
  object: 'session',
  kind: null,
  subject: null,
  role: null,
  name: null,
  key_id: null,
};

let harness: AdminHarness;
beforeEach(async () => {
  harness = await createConsoleHarness();
});
afterEach(() => harness.testGateway.close());

describe('signing in', () => {
  it.each([
    ['nothing', {}],
    ['both at once', { secret: 'a', link: 'b' }],
    ['no text', { secret: 5 }],
    ['an empty text', { secret: '  ' }],
    ['a very long text', { secret: 'x'.repeat(1_001) }],
    ['something more', { secret: 'a', role: 'admin' }],
    ['a list', ['a']],
    ['what is no JSON', '{'],
  ])('refuses %s, and says what it wants', async (_, body) => {
    const response = await openBrowser(harness).signIn(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { message: expect.any(String) as string } });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('refuses a large body', async () => {
    const response = await openBrowser(harness).signIn({ secret: 'x'.repeat(5_000) });
    expect(response.status).toBe(413);
  });

  it('accepts only JSON, which a form of another site cannot send', async () => {
    const browser = openBrowser(harness);
    const body = JSON.stringify({ secret: harness.secret });
    const as = async (type: string) =>
      (await browser.ask('/console/session', { body, headers: { 'content-type': type } })).status;
    expect(await as('text/plain')).toBe(415);
    expect(await as('application/x-www-form-urlencoded')).toBe(415);
    const untyped = new Request('http://parley.test/console/session', {
      method: 'POST',
      body: new TextEncoder().encode(body),
    });
    expect((await harness.testGateway.gateway.fetch(untyped)).status).toBe(415);
  });

  it.each(['cross-site', 'same-site'] as const)('is not possible from a %s page', async (site) => {
    const body = { secret: harness.secret };
    const response = await openBrowser(harness).ask('/console/session', { body, site });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('returns the same error for every wrong credential', async () => {
    const browser = openBrowser(harness);
    const [key, token] = await Promise.all([createKeySecret(), createAdminSecret()]);
    for (const secret of ['nonsense', key.secret, token.secret, `${harness.secret}x`]) {
      const response = await browser.signIn({ secret });
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ error: { code: 'invalid_credential' } });
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    expect(browser.cookies.size).toBe(0);
  });

  it('limits wrong credentials by address, together with wrong keys', async () => {
    const browser = openBrowser(harness);
    for (let count = 0; count < 60; count += 1) {
      await browser.signIn({ secret: (await createKeySecret()).secret });
    }
    const { secret } = await createAdminSecret();
    const refused = await browser.signIn({ secret });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await openBrowser(harness, { address: '192.0.2.11' }).signIn({ secret })).status).toBe(
      401,
    );
    // A client with a valid secret is not locked out for longer than a moment.
    harness.pass(100);
    expect((await browser.signIn({ secret: harness.secret })).status).toBe(200);
  });

  it('responds with 503 and no details when the store is unavailable', async () => {
    const broken = await createConsoleHarness({
      options: {
        store: new Proxy(harness.testGateway.store, {
          get: (store, name) =>
            name === 'findAdminToken'
              ? () => Promise.reject(new StoreUnavailableError('sqlite: /var/lib/secret is locked'))
              : (Reflect.get(store, name) as unknown),
        }),
      },
    });
    const response = await openBrowser(broken).signIn({ secret: harness.secret });
    expect(response.status).toBe(503);
    expect(JSON.stringify(response.body)).not.toContain('secret');
    await broken.testGateway.close();
  });

  it('with an admin token returns the token’s name and role', async () => {
    const browser = openBrowser(harness);
    const response = await browser.signIn({ secret: ` ${harness.secret} ` });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      subject: expect.stringMatching(/^token:./) as string,
      ...{ object: 'session', kind: 'operator', role: 'admin', name: 'admin', key_id: null },
      ...{ may_rotate: false, sign_in: { oidc: null }, version: '0' },
      expires_at: expect.stringMatching(/^\d{4}-.+Z$/) as string,
    });
    expect((await browser.ask('/console/session')).body).toEqual(response.body);
  });

  it('with a key returns the key’s name', async () => {
    const response = await openBrowser(harness).signIn({ secret: harness.testGateway.secret });
    expect(response.body).toMatchObject({ kind: 'key', role: null, name: 'test', key_id: 'key_1' });
  });

  it('returns the reason why a key cannot be used', async () => {
    const secret = await harness.testGateway.addKey({ id: 'off', disabled: true });
    const bound = await harness.testGateway.addKey({
      id: 'bound',
      allowedFrom: ['198.51.100.0/24'],
    });
    const browser = openBrowser(harness);
    expect((await browser.signIn({ secret })).body).toMatchObject({
      error: { code: 'key_disabled' },
    });
    expect((await browser.signIn({ secret: bound })).status).toBe(403);
  });

  it('again replaces the session by one with a new secret', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.secret });
    const first = new Map(browser.cookies);
    await browser.signIn({ secret: harness.secret });
    expect(browser.cookies).not.toEqual(first);
    const old = openBrowser(harness);
    for (const [name, value] of first) old.cookies.set(name, value);
    expect((await old.ask('/console/session')).body).toMatchObject(signedOut);
  });

  it('never reuses the secret of an existing cookie', async () => {
    const browser = openBrowser(harness);
    const planted = (await createSessionSecret('session')).secret;
    browser.cookies.set('parley_session', planted);
    await browser.signIn({ secret: harness.secret });
    expect(browser.cookies.get('parley_session')).not.toBe(planted);
    const other = openBrowser(harness);
    other.cookies.set('parley_session', planted);
    expect((await other.ask('/admin/v1/accounts')).status).toBe(401);
  });
});

describe('the cookie', () => {
  it('cannot be read by scripts or sent by pages of other sites', async () => {
    const response = await openBrowser(harness).signIn({ secret: harness.secret });
    const [cookie = '', ...more] = response.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(
      /^parley_session=parley-session-\w{49}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  it('is bound to the host, and to https where it is used', async () => {
    const browser = openBrowser(harness, { origin: 'https://parley.test' });
    const response = await browser.signIn({ secret: harness.secret });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-parley_session=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
    // Another host of the same domain could have set this cookie.
    browser.cookies.set('parley_session', browser.cookies.get('__Host-parley_session') ?? '');
    browser.cookies.delete('__Host-parley_session');
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(401);
  });

  it('is rejected if it is a hash, a sign-in link, malformed, or sent twice', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.secret });
    const good = browser.cookies.get('parley_session') ?? '';
    const link = (await harness.createSignInLink()) ?? '';
    const statusOf = async (cookie: string) =>
      (await openBrowser(harness).ask('/admin/v1/accounts', { headers: { cookie } })).status;
    expect(await statusOf(`other=1; parley_session=${good}`)).toBe(200);
    for (const value of [link, `${good}x`, '', harness.secret, '%00', 'x'.repeat(10_000)]) {
      expect(await statusOf(`parley_session=${value}`)).toBe(401);
    }
    expect(await statusOf(`parley_session=${good}; parley_session=other`)).toBe(401);
    expect(await statusOf(`xparley_session=${good}`)).toBe(401);
  });

  it('has the name that follows from the origin which only a trusted proxy may forward', async () => {
    const proxied = await createConsoleHarness({
      configuration: { trusted_proxies: ['10.0.0.0/8'] },
    });
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.9' };
    const body = { secret: proxied.secret };
    const nameFrom = async (address: string, more = {}) => {
      const browser = openBrowser(proxied, { address });
      await browser.ask('/console/session', { body, headers: { ...headers, ...more } });
      return [...browser.cookies.keys()];
    };
    expect(await nameFrom('10.0.0.1')).toEqual(['__Host-parley_session']);
    expect(await nameFrom('198.51.100.1')).toEqual(['parley_session']);
    expect(await nameFrom('10.0.0.1', { 'x-forwarded-proto': 'javascript' })).toEqual([
      'parley_session',
    ]);
    expect(await nameFrom('10.0.0.1', { 'x-forwarded-host': 'a/b?c' })).toEqual(['parley_session']);
    await proxied.testGateway.close();
  });
});

describe('a session', () => {
  it('that does not exist is hardly looked up after too many of them', async () => {
    const visitor = openBrowser(harness);
    await visitor.signIn({ secret: harness.secret });
    const find = vi.spyOn(harness.testGateway.store, 'findSession');
    const guess = async (): Promise<number> => {
      const browser = openBrowser(harness);
      browser.cookies.set('parley_session', (await createSessionSecret('session')).secret);
      return (await browser.ask('/admin/v1/accounts')).status;
    };
    for (let count = 0; count < 60; count += 1) expect(await guess()).toBe(401);
    for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(429);
    expect(find).toHaveBeenCalledTimes(60);
    expect((await visitor.ask('/admin/v1/accounts')).status).toBe(200);
    const other = openBrowser(harness);
    harness.pass(100);
    expect((await other.signIn({ secret: harness.secret })).status).toBe(200);
    expect((await other.ask('/admin/v1/accounts')).status).toBe(200);
  });

  it('is empty before sign-in', async () => {
    const response = await openBrowser(harness).ask('/console/session');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.body).toMatchObject({ ...signedOut, may_rotate: false, expires_at: null });
  });

  it('ends after twelve hours', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.secret });
    harness.pass(12 * hour - 60_000);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
    harness.pass(120_000);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(401);
    expect((await browser.ask('/console/session')).body).toMatchObject(signedOut);
  });

  it('ends with its token', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: await harness.addToken('viewer') });
    const tokens = await harness.testGateway.store.listAdminTokens();
    const { id = '' } = tokens.find(({ role }) => role === 'viewer') ?? {};
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
    await harness.call('DELETE', `/tokens/${id}`);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(401);
  });

  it.each([
    ['disabled', () => harness.call('PATCH', '/keys/key_1', { body: { disabled: true } })],
    ['deleted', () => harness.call('DELETE', '/keys/key_1')],
    ['rotated away', () => harness.call('POST', '/keys/key_1/rotations', { body: {} })],
    [
      'bound to other addresses',
      () => harness.call('PATCH', '/keys/key_1', { body: { allowed_from: ['198.51.100.0/24'] } }),
    ],
    [
      'expired',
      () => {
        const body = { expires_at: new Date(Date.now() + 60_000).toISOString() };
        const changed = harness.call('PATCH', '/keys/key_1', { body });
        harness.pass(120_000);
        return changed;
      },
    ],
    [
      'of a disabled account',
      () => harness.call('PATCH', '/accounts/default', { body: { disabled: true } }),
    ],
  ])('ends when its key is %s', async (_, act) => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.testGateway.secret });
    expect((await browser.ask('/console/session')).body).toMatchObject({ kind: 'key' });
    expect((await act()).status).toBeLessThan(300);
    harness.pass(2_000);
    expect((await browser.ask('/console/session')).body).toMatchObject(signedOut);
  });

  it('ends when the overlap of its rotated secret ends', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.testGateway.secret });
    await harness.call('POST', '/keys/key_1/rotations', { body: { overlap_seconds: 600 } });
    expect((await browser.ask('/console/session')).body).toMatchObject({ kind: 'key' });
    harness.pass(601_000);
    expect((await browser.ask('/console/session')).body).toMatchObject(signedOut);
  });

  it('stores no secret, and is deleted after it has expired', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.secret });
    const sessions: unknown[] = [];
    const { store } = harness.testGateway;
    for (const secret of browser.cookies.values()) sessions.push(await store.findSession(secret));
    expect(sessions).toEqual([undefined]);
    harness.pass(13 * hour);
    await harness.testGateway.gateway.maintain();
    expect(await store.deleteExpiredSessions(Number.MAX_SAFE_INTEGER)).toBe(0);
  });
});

describe('signing out', () => {
  it('ends the session in the store and takes the cookie away', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.secret });
    const stolen = openBrowser(harness);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    const response = await browser.ask('/console/session', { method: 'DELETE' });
    expect(response.status).toBe(204);
    expect(browser.cookies.size).toBe(0);
    expect((await stolen.ask('/admin/v1/accounts')).status).toBe(401);
    expect((await browser.ask('/console/session', { method: 'DELETE' })).status).toBe(204);
  });

  it.each([
    ['without the header', { headers: { 'parley-console': '' } }],
    ['from a foreign page', { site: 'cross-site' as const }],
  ])('does not happen %s', async (_, request) => {
    const browser = openBrowser(harness);
    await browser.signIn({ secret: harness.secret });
    const response = await browser.ask('/console/session', { method: 'DELETE', ...request });
    expect(response.status).toBe(403);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
  });

  it('refuses other methods and lists the allowed ones', async () => {
    const response = await openBrowser(harness).ask('/console/session', {
      method: 'PUT',
      body: {},
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, DELETE');
  });
});

describe('a link', () => {
  it('signs in once, as the oldest token with the role admin', async () => {
    const link = await harness.createSignInLink();
    expect(link).toMatch(/^parley-link-\w{49}$/);
    const browser = openBrowser(harness);
    const response = await browser.signIn({ link });
    expect(response.body).toMatchObject({ kind: 'operator', role: 'admin', name: 'admin' });
    const again = await openBrowser(harness).signIn({ link });
    expect(again.status).toBe(401);
    expect(again.body).toMatchObject({ error: { code: 'invalid_link' } });
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
  });

  it('signs in only one of many concurrent requests', async () => {
    const link = await harness.createSignInLink();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => openBrowser(harness).signIn({ link })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends after ten minutes, and with its token', async () => {
    const link = await harness.createSignInLink();
    const other = await harness.createSignInLink();
    const [token] = await harness.testGateway.store.listAdminTokens();
    await harness.testGateway.store.deleteAdminToken(token?.id ?? '');
    expect((await openBrowser(harness).signIn({ link })).status).toBe(401);
    await harness.addToken('admin');
    harness.pass(600_000);
    expect((await openBrowser(harness).signIn({ link: other })).status).toBe(401);
  });

  it('is not accepted as a secret, nor a session as a link', async () => {
    const browser = openBrowser(harness);
    const link = await harness.createSignInLink();
    expect((await browser.signIn({ secret: link })).status).toBe(401);
    await browser.signIn({ link });
    const session = browser.cookies.get('parley_session');
    expect((await openBrowser(harness).signIn({ link: session })).status).toBe(401);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
  });

  it('is not created without an admin token', async () => {
    const [token] = await harness.testGateway.store.listAdminTokens();
    await harness.testGateway.store.deleteAdminToken(token?.id ?? '');
    await harness.addToken('viewer');
    expect(await harness.createSignInLink()).toBeUndefined();
  });
});

describe('the audit log', () => {
  async function readAudit(): Promise<unknown> {
    return (await harness.call('GET', '/audit')).body;
  }

  it('records sign-ins, sign-outs and refusals, without secrets', async () => {
    const browser = openBrowser(harness);
    const [{ secret: wrong }, { secret: wrongKey }] = await Promise.all([
      createAdminSecret(),
      createKeySecret(),
    ]);
    await browser.signIn({ secret: wrongKey });
    await browser.signIn({ secret: harness.testGateway.secret });
    await browser.signIn({ secret: wrong });
    await browser.signIn({ secret: harness.secret });
    await browser.ask('/console/session', { method: 'DELETE' });
    const [token] = await harness.testGateway.store.listAdminTokens();
    const actor = `token:${token?.id ?? ''}`;
    const subject = { subject_kind: 'admin_token', subject_id: token?.id };
    const address = '192.0.2.10';
    const log = await readAudit();
    expect((log as { data: unknown[] }).data.toSorted(byAction)).toMatchObject([
      { actor, action: 'session.create', ...subject, detail: { means: 'secret', address } },
      { actor, action: 'session.delete', ...subject, detail: { address } },
      { actor: 'anonymous', action: 'session.refuse', detail: { means: 'secret', address } },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/parley-admin-\w{20}|sk-parley-\w{20}/);
    expect(JSON.stringify(harness.testGateway.log)).not.toContain('parley-session-');
  });

  it('names the same actor for a session as for its token', async () => {
    const browser = openBrowser(harness);
    await browser.signIn({ link: await harness.createSignInLink() });
    const made = await browser.ask('/admin/v1/accounts', { body: { name: 'A' } });
    expect(made.status).toBe(201);
    const [token] = await harness.testGateway.store.listAdminTokens();
    expect(await readAudit()).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ action: 'account.create', actor: `token:${token?.id ?? ''}` }),
        expect.objectContaining({ action: 'session.create', actor: `token:${token?.id ?? ''}` }),
      ]) as unknown,
    });
  });
});

function byAction(left: unknown, right: unknown): number {
  const [one, other] = [left, right].map((entry) => (entry as { action: string }).action);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
