import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerWith } from '@parley/testkit';
import { chatRequest } from '@parley/core/testing';
import type { AdminHarness } from '../testing/admin-harness.ts';
import {
  openBrowser,
  createConsoleHarness,
  type Browser,
  type PageRequest,
} from '../testing/browser.ts';

let harness: AdminHarness;
beforeEach(async () => {
  harness = await createConsoleHarness();
  harness.testGateway.upstream.script(answerWith({ text: 'Hello' }));
});
afterEach(() => harness.testGateway.close());

async function browserOf(secret: string): Promise<Browser> {
  const browser = openBrowser(harness);
  expect((await browser.signIn({ secret })).status).toBe(200);
  return browser;
}

const notFromConsole: readonly (readonly [string, PageRequest])[] = [
  ['without the header', { headers: { 'parley-console': '' } }],
  ['with another value of it', { headers: { 'parley-console': 'true' } }],
  ['from a page of another site', { site: 'cross-site' }],
  ['from a page of a neighbour', { site: 'same-site' }],
];

describe('the admin API with a session', () => {
  it.each(notFromConsole)('is refused %s', async (_, request) => {
    const browser = await browserOf(harness.secret);
    for (const path of ['/admin/v1/accounts', '/admin/v1/keys']) {
      const response = await browser.ask(path, request);
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ error: { code: 'invalid_admin_token' } });
    }
    const written = await browser.ask('/admin/v1/accounts', { body: { name: 'A' }, ...request });
    expect(written.status).toBe(401);
  });

  it('refuses holders of keys', async () => {
    const browser = await browserOf(harness.testGateway.secret);
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(401);
  });

  it('lets viewers read, and refuses their changes', async () => {
    const browser = await browserOf(await harness.addToken('viewer'));
    expect((await browser.ask('/admin/v1/accounts')).status).toBe(200);
    const written = await browser.ask('/admin/v1/accounts', { body: { name: 'A' } });
    expect(written.status).toBe(403);
    expect(written.body).toMatchObject({ error: { code: 'read_only_token' } });
  });

  it('uses the token that is sent, not the cookie', async () => {
    const browser = await browserOf(harness.secret);
    const headers = { authorization: `Bearer ${harness.testGateway.secret}` };
    expect((await browser.ask('/admin/v1/accounts', { headers })).status).toBe(401);
  });

  it('counts only for the subject that the page shows', async () => {
    const browser = await browserOf(harness.secret);
    const session = (await browser.ask('/console/session')).body as { readonly subject: string };
    const write = (subject: string) =>
      browser.ask('/admin/v1/accounts', {
        body: { name: subject },
        headers: { 'parley-subject': subject },
      });
    expect(session.subject).toMatch(/^token:./);
    expect((await write(session.subject)).status).toBe(201);
    // Another tab of the same browser signs in as somebody else.
    await browser.signIn({ secret: await harness.addToken('admin') });
    expect((await write(session.subject)).status).toBe(401);
    expect(await harness.testGateway.store.listAccounts({ limit: 10 })).toHaveLength(2);
  });

  it('accepts requests without sec-fetch-site, such as typed URLs', async () => {
    const browser = await browserOf(harness.secret);
    expect((await browser.ask('/admin/v1/accounts', { site: 'none' })).status).toBe(200);
  });

  it('ignores sessions while the console is disabled', async () => {
    const browser = await browserOf(harness.secret);
    const off = await createConsoleHarness({
      configuration: { console: false },
      options: { store: harness.testGateway.store },
    });
    const other = openBrowser(off);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect((await other.ask('/admin/v1/accounts')).status).toBe(401);
    expect((await other.ask('/console/session')).status).toBe(404);
    await off.testGateway.close();
  });
});

describe('a model call of a session', () => {
  const path = '/v1/chat/completions';
  const as = (key: string): PageRequest => ({
    body: chatRequest,
    headers: { 'parley-key': key },
  });

  it.each(notFromConsole)('is refused %s', async (_, request) => {
    const browser = await browserOf(harness.testGateway.secret);
    const headers = { 'parley-key': 'key_1', ...request.headers };
    const response = await browser.ask(path, { body: chatRequest, ...request, headers });
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ error: { code: 'session_required' } });
    expect(harness.testGateway.upstream.requests).toEqual([]);
  });

  it('is refused without a session or without a key', async () => {
    expect((await openBrowser(harness).ask(path, as('key_1'))).status).toBe(401);
    const browser = await browserOf(harness.testGateway.secret);
    const response = await browser.ask(path, { body: chatRequest });
    expect(response.body).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it('uses the key of its holder, which is charged', async () => {
    const browser = await browserOf(harness.testGateway.secret);
    expect((await browser.ask(path, as('key_1'))).status).toBe(200);
    expect(harness.testGateway.store.exchanges).toMatchObject([
      { keyId: 'key_1', outcome: 'completed' },
    ]);
    expect((await browser.ask('/v1/models', { headers: { 'parley-key': 'key_1' } })).status).toBe(
      200,
    );
  });

  it('is refused in a page that shows somebody else', async () => {
    const browser = await browserOf(harness.testGateway.secret);
    const call = async (subject: string) => {
      const headers = { 'parley-key': 'key_1', 'parley-subject': subject };
      return (await browser.ask(path, { body: chatRequest, headers })).status;
    };
    expect(await call('key:key_2')).toBe(401);
    expect(await call('key:key_1')).toBe(200);
    const own = (subject: string) =>
      browser.ask('/key/v1/key', { headers: { 'parley-subject': subject } });
    expect((await own('key:key_2')).status).toBe(401);
    expect((await own('key:key_1')).status).toBe(200);
  });

  it('may not use another key', async () => {
    await harness.testGateway.addKey({ id: 'key_2' });
    const browser = await browserOf(harness.testGateway.secret);
    for (const id of ['key_2', 'key_3', '', '*']) {
      const response = await browser.ask(path, as(id));
      expect(response.status).toBe(403);
    }
  });

  it('may use any key for an admin, within its limits', async () => {
    await harness.testGateway.addKey({ id: 'key_2', models: ['other'] });
    await harness.testGateway.addKey({ id: 'key_3', disabled: true });
    const browser = await browserOf(harness.secret);
    expect((await browser.ask(path, as('key_1'))).status).toBe(200);
    expect((await browser.ask(path, as('key_2'))).status).toBe(404);
    expect((await browser.ask(path, as('key_3'))).body).toMatchObject({
      error: { code: 'key_disabled' },
    });
    expect((await browser.ask(path, as('nobody'))).body).toMatchObject({
      error: { code: 'key_not_found' },
    });
  });

  it('is refused for a viewer', async () => {
    const browser = await browserOf(await harness.addToken('viewer'));
    const response = await browser.ask(path, as('key_1'));
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ error: { code: 'key_not_allowed' } });
  });

  it('has the format of the endpoint, errors included', async () => {
    const response = await openBrowser(harness).ask('/v1/messages', as('key_1'));
    expect(response.body).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
  });

  it('uses the secret that is sent, not the key that the header names', async () => {
    const secret = await harness.testGateway.addKey({ id: 'key_2' });
    const browser = await browserOf(harness.testGateway.secret);
    const headers = { authorization: `Bearer ${secret}`, 'parley-key': 'key_1' };
    expect((await browser.ask(path, { body: chatRequest, headers })).status).toBe(200);
    expect(harness.testGateway.store.exchanges).toMatchObject([{ keyId: 'key_2' }]);
  });
});
