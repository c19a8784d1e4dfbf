import { failWith } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credential } from '@parley/core/testing';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { openBrowser, createConsoleHarness } from '../testing/browser.ts';
import { keyHolderEndpoints } from './endpoints.ts';

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

let harness: AdminHarness;
/** The secrets of `key_1` and of another key. */
let mine: string;
let theirs: string;

beforeAll(async () => {
  harness = await createAdminHarness({
    formats: ['chat', 'chat'],
    model: 'vendor-model-7b',
    configuration: {
      prices: [{ match: 'up*', input: 1_000, output: 2_000 }],
      models: { hidden: { targets: [{ upstream: 'up0' }] } },
    },
    groups: {
      default: { models: ['m'], multiplier: 1.5 },
      free: { models: ['m'], holders_may_rotate: true },
      secret: { fingerprint: 'sss', models: ['m', 'hidden'], holders_may_rotate: true },
    },
  });
  mine = harness.testGateway.secret;
  const account = { id: 'their-account', name: 'x', prepaid: false, disabled: false, createdAt: 0 };
  await harness.testGateway.store.addAccount(account);
  theirs = await harness.testGateway.addKey({
    id: 'their-key',
    name: 'their-name',
    accountId: account.id,
    groups: ['default', 'secret'],
  });
  await harness.chat(theirs);
  harness.testGateway.upstream.next(failWith(500, { message: 'words-of-the-upstream' }));
  await harness.chat(mine);
  await harness.chat(mine, 'nothing');
});
afterAll(() => harness.testGateway.close());

async function call(
  method: string,
  path: string,
  { secret = mine, body }: { readonly secret?: string; readonly body?: unknown } = {},
): Promise<Reply> {
  const request = new Request(`http://parley.test/key/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await harness.testGateway.gateway.fetch(request);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const parsed: unknown = isJson ? JSON.parse(text) : undefined;
  const endpoint = keyHolderEndpoints.find(({ path: known }) => known === path.split('?')[0]);
  if (response.ok && endpoint?.response !== undefined && parsed !== undefined) {
    const data = endpoint.list === undefined ? [parsed] : (parsed as { data: unknown }).data;
    endpoint.response.array().parse(data);
  }
  return { status: response.status, text, body: parsed };
}

const idsOf = async (secret: string): Promise<readonly string[]> => {
  const { body } = await call('GET', '/exchanges', { secret });
  return (body as { data: readonly { id: string }[] }).data.map(({ id }) => id);
};

/** Matches data that belongs to the operator or to other keys. */
const foreign =
  /their-|up[01]|vendor-model|words-of-the-upstream|hidden|sss|"multiplier":\d|\(group\)|127\.0\.0\.1/;

describe('/key/v1', () => {
  it.each(
    keyHolderEndpoints.map(({ method, path }) => [method, path.replace(':id', 'x')] as const),
  )('%s %s is for keys alone', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    for (const secret of ['', 'x', harness.secret, `${mine.slice(0, -1)}_`]) {
      const response = await call(method, path, { secret, body });
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ error: { code: 'invalid_api_key' } });
    }
  });

  it('shows a key nothing about other keys, upstreams or the operator’s cost', async () => {
    const otherIds = await idsOf(theirs);
    expect(otherIds).toHaveLength(1);
    const ids = [
      ...(await idsOf(mine)),
      ...otherIds,
      'their-key',
      'key_1',
      '..%2F..%2Fadmin%2Fv1%2Fkeys',
      '%00',
      "'%20OR%201=1--",
      '*',
      'x'.repeat(3_000),
    ];
    const queries = [
      '',
      '?format=csv',
      '?by=model,time,group&limit=1000',
      '?model=m',
      '?model=hidden',
      '?model=sss%2Fm',
      '?key_id=their-key',
      '?account_id=their-account',
      '?upstream=up0',
      '?by=upstream',
      '?by=day,model&time_zone=Europe%2FBerlin',
      '?by=key',
      '?after=0_x',
      '?query=words',
    ];
    const paths = keyHolderEndpoints
      .filter(({ method, stream }) => method === 'GET' && stream === undefined)
      .flatMap(({ path }) =>
        path.includes(':id') ? ids.map((id) => path.replace(':id', id)) : [path],
      )
      .flatMap((path) => queries.map((query) => path + query));
    for (const path of paths) {
      const response = await call('GET', path);
      expect([200, 400, 404], path).toContain(response.status);
      // An error may repeat the requested name.
      const responseText = response.status === 200 ? response.text : '';
      const seen = responseText.replaceAll(/"model":"(?:hidden|sss\/m)","found":false/g, '');
      expect(seen.replaceAll(/The model \\"[^"]*\\"/g, ''), path).not.toMatch(foreign);
      expect(response.text, path).not.toContain(credential);
    }
  });

  it('does not find exchanges of another key, as if they did not exist', async () => {
    const [id = ''] = await idsOf(theirs);
    const unknown = await call('GET', '/exchanges/none');
    for (const path of [`/exchanges/${id}`, `/exchanges/${id}/cost`]) {
      const response = await call('GET', path);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({
        error: (unknown.body as { readonly error: object }).error,
      });
      expect((await call('GET', path, { secret: theirs })).status).toBe(200);
    }
  });

  it('returns the key, its call names and its prices', async () => {
    expect((await call('GET', '/key')).body).toMatchObject({ id: 'key_1', may_rotate: false });
    const { body } = await call('GET', '/call-names');
    expect(body).toMatchObject({
      data: [
        {
          name: 'm',
          price: { input: '1500', output: '3000', multiplier: null },
          price_source: null,
          targets: null,
        },
      ],
    });
  });

  it('resolves a name of the key, and rejects other names as a request does', async () => {
    expect((await call('GET', '/resolve?model=m')).body).toMatchObject({
      found: true,
      call_name: 'm',
      group: 'default',
      reason: null,
      targets: null,
      steps: null,
    });
    const reasons = await Promise.all(
      ['hidden', 'absent'].map(async (name) => {
        const { body } = await call('GET', `/resolve?model=${name}`);
        return (body as { reason: string }).reason.replace(name, '…');
      }),
    );
    expect(reasons[0]).toBe(reasons[1]);
    expect(reasons[0]).toContain('does not exist or is not available to this key');
  });

  it('lists the exchanges of the key with their charged cost', async () => {
    const [, id = ''] = await idsOf(mine);
    const { body: exchange } = await call('GET', `/exchanges/${id}`);
    const { amount } = exchange as { amount: string };
    expect(exchange).toMatchObject({ outcome: 'completed', upstream: null, list_amount: null });
    expect(Number(amount)).toBeGreaterThan(0);
    const { body, text } = await call('GET', `/exchanges/${id}/cost`);
    const { attempts } = body as { attempts: { lines: string[] }[] };
    expect(attempts.flatMap(({ lines }) => lines).at(-1)).toContain(`Charged: $${amount}`);
    expect(text).toContain('$1500.00/M');
    const usage = await call('GET', '/usage?by=model');
    expect(usage.text).toContain(`"amount":"${amount}"`);
  });

  it('can be read with a disabled key, which can change nothing', async () => {
    const secret = await harness.testGateway.addKey({
      id: 'off',
      groups: ['free'],
      disabled: true,
    });
    expect((await call('GET', '/key', { secret })).body).toMatchObject({ status: 'disabled' });
    expect((await call('POST', '/rotations', { secret, body: {} })).status).toBe(401);
  });
});

describe('GET /key/v1/exchanges/live', () => {
  it('streams the exchanges of the key only', async () => {
    const request = new Request('http://parley.test/key/v1/exchanges/live?key_id=their-key', {
      headers: { authorization: `Bearer ${mine}` },
    });
    expect((await harness.testGateway.gateway.fetch(request)).status).toBe(400);
    const response = await harness.testGateway.gateway.fetch(
      new Request('http://parley.test/key/v1/exchanges/live', { headers: request.headers }),
    );
    const reader = response.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe('event: ready\ndata: {}\n\n');
    await harness.chat(theirs);
    await harness.chat(mine);
    const text = await read();
    const { data } = JSON.parse(text.split('data: ')[1] ?? '') as { data: { key_id: string }[] };
    expect(data.map(({ key_id: id }) => id)).toEqual(['key_1']);
    expect(text).not.toMatch(foreign);
    await reader?.cancel();
  });

  it('leaves slots for other clients', async () => {
    const secret = await harness.testGateway.addKey({ id: 'greedy' });
    const open = async (shown: string) => {
      const headers = { authorization: `Bearer ${shown}` };
      const url = 'http://parley.test/key/v1/exchanges/live';
      return harness.testGateway.gateway.fetch(new Request(url, { headers }));
    };
    const responses = await Promise.all(Array.from({ length: 6 }, () => open(secret)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    responses.push(await open(mine));
    expect(responses.at(-1)?.status).toBe(200);
    await Promise.all(responses.map(async ({ body }) => body?.cancel()));
    const again = await open(secret);
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

describe('a session of a key', () => {
  it('can read and, where allowed, rotate its own key only', async () => {
    const console = await createConsoleHarness({ group: { holders_may_rotate: true } });
    const other = await console.testGateway.addKey({ id: 'other-key' });
    const browser = openBrowser(console);
    expect((await browser.ask('/key/v1/key')).status).toBe(401);
    const signedIn = await browser.signIn({ secret: console.testGateway.secret });
    expect(signedIn.body).toMatchObject({ kind: 'key', may_rotate: true });
    const headers = { 'parley-key': 'other-key' };
    expect((await browser.ask('/key/v1/key', { headers })).body).toMatchObject({ id: 'key_1' });
    const shown = { authorization: `Bearer ${other}` };
    const byKey = await browser.ask('/key/v1/key', { headers: shown });
    expect(byKey.body).toMatchObject({ id: 'other-key' });
    const foreign = await browser.ask('/key/v1/rotations', { body: {}, site: 'cross-site' });
    expect(foreign.status).toBe(401);
    const made = await browser.ask('/key/v1/rotations', { body: {} });
    expect(made.status).toBe(201);
    expect((await browser.ask('/key/v1/key')).status).toBe(401);
    const operator = openBrowser(console);
    await operator.signIn({ secret: console.secret });
    expect((await operator.ask('/key/v1/key', { headers })).status).toBe(401);
    await console.testGateway.close();
  });
});

describe('POST /key/v1/rotations', () => {
  it('is refused unless the default group of the key allows it', async () => {
    for (const secret of [mine, theirs]) {
      const response = await call('POST', '/rotations', { secret, body: {} });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ error: { code: 'rotation_not_allowed' } });
    }
  });

  it('returns a new secret, and the audit log names the key', async () => {
    const secret = await harness.testGateway.addKey({ id: 'turning', groups: ['free'] });
    expect((await call('GET', '/key', { secret })).body).toMatchObject({ may_rotate: true });
    const made = await call('POST', '/rotations', { secret, body: { overlap_seconds: 60 } });
    expect(made.status, made.text).toBe(201);
    const { secret: next, id } = made.body as { secret: string; id: string };
    expect(id).toBe('turning');
    expect([await harness.chat(secret), await harness.chat(next)]).toEqual([200, 200]);
    const { body } = await harness.call('GET', '/audit?actor=key:turning');
    expect(body).toMatchObject({ data: [{ action: 'key.rotate', subject_id: 'turning' }] });
    const again = await call('POST', '/rotations', { secret, body: {} });
    expect(again.body).toMatchObject({ error: { code: 'secret_replaced' } });
    harness.pass(61_000);
    expect([await harness.chat(secret), await harness.chat(next)]).toEqual([401, 200]);
    const wrong = await call('POST', '/rotations', { secret: next, body: { key_id: 'key_1' } });
    expect(wrong.status).toBe(400);
  });
});
