import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { credential } from '@parley/core/testing';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

const secretKey = 'ab'.repeat(32);

let harness: AdminHarness;
beforeAll(async () => {
  const prices = [{ match: 'up0/*', input: 1, output: 2 }];
  harness = await createAdminHarness({
    configuration: { prices },
    upstream: { headers: { 'x-team': 'secret-of-the-file' } },
    options: { secretKey },
  });
});
afterAll(() => harness.testGateway.close());

/** Kinds in the order of deletion: an entity before those that it refers to. */
const kinds = ['prices', 'models', 'groups', 'upstreams'] as const;
type Listed = { data: { name: string; managed: string }[] };

afterEach(async () => {
  for (const kind of kinds) {
    const { data } = (await harness.call('GET', `/${kind}`)).body as Listed;
    for (const { name } of data.filter(({ managed }) => managed === 'store')) {
      const path = `/${kind}/${encodeURIComponent(name)}`;
      expect((await harness.call('DELETE', path)).status).toBe(204);
    }
  }
});

/** A working upstream, as an operator declares it. */
const upstream = (changes: object = {}) => ({
  provider: 'openai',
  dialect: 'openai-chat',
  base_url: `${harness.testGateway.upstream.url}/v1`,
  models: ['scripted-model'],
  ...changes,
});
const model = (name: string) => ({ targets: [{ upstream: name, model: 'scripted-model' }] });
const put = (path: string, body: unknown) => harness.call('PUT', path, { body });

describe('an entity of the file', () => {
  it.each([
    ['/upstreams', 'up0'],
    ['/models', 'm'],
    ['/groups', 'default'],
    ['/prices', 'file:1'],
  ])('%s/%s is shown, labelled, and only read', async (path, name) => {
    const list = (await harness.call('GET', path)).body as Listed;
    expect(list.data).toContainEqual(expect.objectContaining({ name, managed: 'file' }));
    const shown = await harness.call('GET', `${path}/${name}`);
    expect(shown.body).toMatchObject({ name, managed: 'file', updated_at: null });
    const { configuration } = shown.body as { configuration: object };
    for (const response of [
      await put(`${path}/${name}`, configuration),
      await harness.call('DELETE', `${path}/${name}`),
    ]) {
      expect(response.status, response.text).toBe(409);
      expect(response.body).toMatchObject({ error: { code: 'managed_by_file' } });
    }
  });

  it('keeps its secrets', async () => {
    const responses = [
      await harness.call('GET', '/upstreams'),
      await harness.call('GET', '/upstreams/up0'),
      await harness.call('GET', '/upstreams?format=csv'),
    ];
    for (const { text } of responses) {
      expect(text).toContain('x-team');
      expect(text).not.toContain(credential);
      expect(text).not.toContain('secret-of-the-file');
    }
    expect(responses[1]?.body).toMatchObject({ credential: 'set' });
  });
});

describe('an entity of the store', () => {
  it('is effective immediately, and can be replaced and deleted', async () => {
    const { secret } = harness.testGateway;
    expect(await harness.chat(secret, 'fresh')).toBe(404);
    expect((await put('/upstreams/mine', upstream({ credential: 'sk-mine' }))).status).toBe(200);
    const saved = await put('/models/fresh', model('mine'));
    expect(saved.body).toMatchObject({ object: 'model', name: 'fresh', managed: 'store' });
    expect(await harness.chat(secret, 'fresh')).toBe(200);
    await put('/models/fresh', { ...model('mine'), display_name: 'Fresh' });
    const shown = await harness.call('GET', '/models/fresh');
    expect(shown.body).toMatchObject({ configuration: { display_name: 'Fresh' } });
    expect((await harness.call('DELETE', '/models/fresh')).status).toBe(204);
    expect(await harness.chat(secret, 'fresh')).toBe(404);
    expect((await harness.call('GET', '/models/fresh')).status).toBe(404);
  });

  it('is refused without advice that only the file could follow', async () => {
    const { status, body } = await put('/upstreams/mine', { provider: 'openai' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { param: 'credential', message: 'The provider openai needs a credential.' },
    });
  });

  it('may be a model with a slash in its name', async () => {
    await put('/models/org%2Fname', model('up0'));
    expect(await harness.chat(harness.testGateway.secret, 'org/name')).toBe(200);
    const shown = await harness.call('GET', '/models/org%2Fname');
    expect(shown.body).toMatchObject({ name: 'org/name' });
  });

  it('may be a price, which applies to the next request', async () => {
    const priceNextCall = async () => {
      harness.pass(1_000);
      await harness.chat(harness.testGateway.secret);
      const exchanges = await harness.call('GET', '/exchanges?limit=1');
      return (exchanges.body as { data: { pricing: string }[] }).data[0]?.pricing;
    };
    // Of two equally specific prices, that of the file takes precedence.
    await put('/prices/cheaper', { match: 'up0/*', free: true });
    expect(await priceNextCall()).toBe('priced');
    await put('/prices/cheaper', { match: 'up0/scripted-model', free: true });
    expect(await priceNextCall()).toBe('free');
    const { data: prices } = (await harness.call('GET', '/prices')).body as Listed;
    expect(prices.map(({ name }) => name)).toEqual(['file:1', 'cheaper']);
  });

  it.each([
    ['/models/x', { targets: [] }, 'targets'],
    ['/models/x', { targets: [{ upstream: 'nobody' }] }, 'targets.0.upstream'],
    ['/models/x', { ...{ targets: [{ upstream: 'up0' }] }, colour: 1 }, 'colour'],
    ['/models/x', { targets: [{ upstream: 'up0', modell: 'x' }] }, 'targets.0.modell'],
    ['/models/__proto__', { targets: [{ upstream: 'up0' }] }, 'name'],
    ['/models/a%09b', { targets: [{ upstream: 'up0' }] }, 'name'],
    ['/groups/x', { family: 'poems' }, 'family'],
    ['/groups/x', { fingerprint: 'up0' }, 'fingerprint'],
    ['/groups/x', { multiplier: 0.1234567 }, 'multiplier'],
    ['/prices/x', { match: 'nobody/*', free: true }, 'match'],
    ['/prices/x', { match: 'up0/*', input: 1 }, 'output'],
    ['/upstreams/Capital', { provider: 'ollama' }, 'name'],
    ['/upstreams/x', { provider: 'nobody' }, 'provider'],
    ['/upstreams/x', { provider: 'openai' }, 'credential'],
    ['/upstreams/x', { provider: 'openai', credential: 5 }, 'credential'],
    ['/upstreams/x', { provider: 'openai', credential: 'a b' }, 'credential'],
    ['/upstreams/x', { provider: 'openai', credential: '${HOME}' }, 'credential'],
    ['/upstreams/x', { provider: 'openai', credential: 'file:/etc/passwd' }, 'credential'],
    ['/upstreams/x', { provider: 'openai', sealed_credential: 'v1.a.b' }, 'sealed_credential'],
    ['/upstreams/x', { provider: 'openai', headers: { host: 'x' } }, 'headers.host'],
    ['/upstreams/x', { provider: 'openai', headers: { 'x-a': '***' } }, 'headers.x-a'],
    ['/upstreams/x', { provider: 'openai', base_url: 'ftp://host.example' }, 'base_url'],
    ['/upstreams/x', { provider: 'openai', base_url: 'http://host.example' }, 'base_url'],
    ['/upstreams/x', { provider: 'openai', base_url: 'https://169.254.169.254' }, 'base_url'],
    ['/upstreams/x', { provider: 'openai', base_url: 'http://[fd00:ec2::254]' }, 'base_url'],
    ['/upstreams/x', { provider: 'openai', base_url: 'https://a:b@host.example' }, 'base_url'],
  ])('PUT %s %j is refused at %s', async (path, body, param) => {
    const response = await put(path, body);
    expect(response.status, response.text).toBe(400);
    expect(response.body).toMatchObject({ error: { param } });
    const { data } = (await harness.call('GET', `/${path.split('/')[1] ?? ''}`)).body as Listed;
    expect(data.every(({ managed }) => managed === 'file')).toBe(true);
  });

  it('is refused with what is wrong with its name', async () => {
    const response = await put('/upstreams/Capital', { provider: 'ollama' });
    expect(response.text).toContain('Use lower-case letters');
  });

  it.each([
    ['host.example', 'base_url', 'Use a URL such as'],
    ['https://host.example/v1/chat/completions', 'base_url', 'Leave out the path of the endpoint'],
    [{ 'openai-chat': 'host.example' }, 'base_url.openai-chat', 'Use a URL such as'],
  ])('is refused with what is wrong with the base URL %j', async (base_url, param, message) => {
    const response = await put('/upstreams/x', { provider: 'ollama', base_url });
    expect(response.body).toMatchObject({
      error: { param, message: expect.stringContaining(message) as unknown },
    });
  });

  it.each(kinds)('%s that do not exist return 404', async (kind) => {
    for (const method of ['GET', 'DELETE'] as const) {
      const response = await harness.call(method, `/${kind}/none`);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ error: { code: `${kind.slice(0, -1)}_not_found` } });
    }
  });

  it('cannot be deleted while others refer to it', async () => {
    await put('/upstreams/mine', upstream({ credential: 'sk-mine' }));
    await put('/models/fresh', model('mine'));
    const refused = await harness.call('DELETE', '/upstreams/mine');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'still_referred_to' } });
    expect(refused.text).toContain('fresh');
    expect(await harness.chat(harness.testGateway.secret, 'fresh')).toBe(200);
  });

  it('may not take a name that another entity uses', async () => {
    await put('/groups/team', { fingerprint: 'tt' });
    const refused = await put('/upstreams/tt', upstream({ credential: 'sk-mine' }));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('team');
  });

  it('cannot be deleted while keys are bound to it', async () => {
    await put('/groups/team', { models: ['m'] });
    const made = await harness.call('POST', '/keys', { body: { groups: ['team'] } });
    expect(made.status).toBe(201);
    const { id, secret } = made.body as { id: string; secret: string };
    expect(await harness.chat(secret)).toBe(200);
    expect((await harness.call('DELETE', '/groups/team')).status).toBe(409);
    await harness.call('DELETE', `/keys/${id}`);
    expect((await harness.call('DELETE', '/groups/team')).status).toBe(204);
  });

  it('has a resolution for each of its names', async () => {
    const explain = async (name: string) =>
      (await harness.call('GET', `/resolve?key_id=key_1&model=${name}`)).body;
    expect(await explain('m')).toMatchObject({ found: true, call_name: 'm', group: 'default' });
    expect(await explain('nothing')).toMatchObject({ found: false, call_name: null, targets: [] });
    expect((await harness.call('GET', '/resolve?key_id=none&model=m')).status).toBe(404);
    const missing = await harness.call('GET', '/resolve?key_id=key_1');
    expect(missing.body).toMatchObject({ error: { param: 'model' } });
  });
});

describe('the credential of an upstream', () => {
  const secret = 'sk-very-secret';
  const sent = () => harness.testGateway.upstream.requests.at(-1)?.headers['authorization'];

  it('is sent to the upstream and never returned', async () => {
    const saved = await put('/upstreams/mine', upstream({ credential: secret }));
    expect(saved.body).toMatchObject({ credential: 'set' });
    await put('/models/fresh', model('mine'));
    await harness.chat(harness.testGateway.secret, 'fresh');
    expect(sent()).toBe(`Bearer ${secret}`);
    const seen = [
      saved.text,
      (await harness.call('GET', '/upstreams/mine')).text,
      (await harness.call('GET', '/audit?subject_kind=upstream')).text,
      JSON.stringify(await harness.testGateway.store.readEntities()),
      ...harness.testGateway.log,
    ].join('\n');
    expect(seen).toContain('mine');
    expect(seen).not.toContain(secret);
  });

  it('is kept when absent, and removed by null', async () => {
    await put('/upstreams/mine', upstream({ credential: secret }));
    const kept = await put('/upstreams/mine', upstream({ idle_timeout: 5 }));
    expect(kept.body).toMatchObject({ credential: 'set' });
    const gone = await put('/upstreams/mine', upstream({ credential: null }));
    expect(gone.body).toMatchObject({ credential: 'none' });
  });

  it.each([
    ['address', { base_url: 'https://elsewhere.example/v1' }],
    ['vendor', { provider: 'openai-compatible' }],
    ['proxy', { proxy: 'http://proxy.example:3128' }],
    ['authority', { ca: '-----BEGIN CERTIFICATE-----' }],
  ])('does not follow to another %s', async (_what, changes) => {
    await put('/upstreams/mine', upstream({ credential: secret }));
    const moved = await put('/upstreams/mine', upstream(changes));
    expect(moved.status, moved.text).toBe(200);
    expect(moved.body).toMatchObject({ credential: 'none' });
  });

  it('is refused without a secret key', async () => {
    const keyless = await createAdminHarness();
    const body = { provider: 'openai', credential: secret };
    const response = await keyless.call('PUT', '/upstreams/x', { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param: 'credential' } });
    expect(response.text).toContain('PARLEY_SECRET_KEY');
    await keyless.testGateway.close();
  });
});

describe('the proxy of an upstream', () => {
  it.each([
    'http://user:hunter2@proxy.example',
    'http://169.254.169.254',
    'http://[fd00:ec2::254]/',
  ])('may not be %s', async (proxy) => {
    const response = await put('/upstreams/mine', upstream({ proxy }));
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param: 'proxy' } });
    expect(response.text).not.toContain('hunter2');
  });

  it.each(['none', 'http://proxy.example:3128'])('may be %s', async (proxy) => {
    const response = await put('/upstreams/mine', upstream({ proxy }));
    expect(response.body).toMatchObject({ configuration: { proxy } });
  });
});

describe('a header of an upstream', () => {
  const headers = (values: Record<string, string>) => upstream({ headers: values });
  const stored = async (): Promise<string> => {
    const { entities } = await harness.testGateway.store.readEntities();
    return entities.find(({ name }) => name === 'mine')?.body ?? '';
  };

  it('is encrypted in the store, its name apart', async () => {
    await put('/upstreams/mine', headers({ 'x-team': 'hidden-value' }));
    expect(await stored()).toContain('x-team');
    expect(await stored()).not.toContain('hidden-value');
  });

  it('that an earlier version stored as it is still works, and is encrypted when it is saved', async () => {
    await put('/upstreams/mine', headers({}));
    const old = JSON.parse(await stored()) as Record<string, unknown>;
    const { sealed_headers: _, ...rest } = old;
    const body = JSON.stringify({ ...rest, headers: { 'x-team': 'hidden-value' } });
    await harness.testGateway.store.saveEntity({
      kind: 'upstream',
      name: 'mine',
      body,
      updatedAt: 0,
    });
    await put('/models/fresh', model('mine'));
    await harness.chat(harness.testGateway.secret, 'fresh');
    const sent = () => harness.testGateway.upstream.requests.at(-1)?.headers;
    expect(sent()).toMatchObject({ 'x-team': 'hidden-value' });
    await put('/upstreams/mine', headers({ 'x-team': '***' }));
    expect(await stored()).not.toContain('hidden-value');
    await harness.chat(harness.testGateway.secret, 'fresh');
    expect(sent()).toMatchObject({ 'x-team': 'hidden-value' });
  });

  it('is refused without a secret key if it looks like a secret, and stored as it is otherwise', async () => {
    const keyless = await createAdminHarness();
    const save = (values: Record<string, string>) =>
      keyless.call('PUT', '/upstreams/x', {
        body: { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', headers: values },
      });
    const refused = await save({ 'x-auth-token': 'hidden-value' });
    expect(refused.body).toMatchObject({ error: { param: 'headers.x-auth-token' } });
    expect(refused.text).toContain('PARLEY_SECRET_KEY');
    expect((await save({ 'x-team': 'research' })).status).toBe(200);
    await keyless.testGateway.close();
  });

  it('is removed when the base URL changes', async () => {
    await put('/upstreams/mine', headers({ 'x-team': 'hidden-value' }));
    const moved = await put('/upstreams/mine', {
      ...headers({ 'x-team': '***' }),
      base_url: 'https://elsewhere.example/v1',
    });
    expect(moved.status).toBe(400);
    expect(moved.body).toMatchObject({ error: { param: 'headers.x-team' } });
  });

  it('keeps its stored value when sent back masked', async () => {
    await put('/upstreams/mine', headers({ 'x-team': 'hidden-value' }));
    const saved = await put('/upstreams/mine', headers({ 'x-team': '***', 'x-new': 'one' }));
    expect(saved.body).toMatchObject({
      configuration: { headers: { 'x-team': '***', 'x-new': '***' } },
    });
    await put('/models/fresh', model('mine'));
    await harness.chat(harness.testGateway.secret, 'fresh');
    expect(harness.testGateway.upstream.requests.at(-1)?.headers).toMatchObject({
      'x-team': 'hidden-value',
      'x-new': 'one',
    });
  });
});

describe('another process', () => {
  it('uses a new entity for its next request', async () => {
    const other = await createAdminHarness({
      options: { store: harness.testGateway.store, secretKey },
    });
    await put('/groups/late', {});
    const made = await other.call('POST', '/keys', {
      body: { groups: ['late'] },
      secret: harness.secret,
    });
    expect(made.status, made.text).toBe(201);
    await harness.call('DELETE', `/keys/${(made.body as { id: string }).id}`);
    await other.testGateway.close();
  });
});
