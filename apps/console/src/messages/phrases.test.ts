import { createAdmin } from '@parley/admin';
import { describeClients } from '@parley/clients';
import { configurationSchema, createAdminSecret, createGateway } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { View } from '../api/client.ts';
import { adviceOf, readApiError } from '../api/errors.ts';
import { createLocalize } from '../i18n/phrases.ts';
import { phrases } from './zh/index.ts';

const localize = createLocalize(phrases);
const valuesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe('a phrase', () => {
  test('that is not known is shown as it is', () => {
    expect(localize('A sentence of tomorrow.')).toBe('A sentence of tomorrow.');
  });

  test('keeps names that look like a pattern', () => {
    const name = '"$&{group} (.*)"';
    expect(localize(`The key may not use ${name}.`)).toBe(`此密钥不可使用 ${name}。`);
  });

  test('may contain another one', () => {
    const text = 'Never tried: up/m. It has no price, and this call needs one.';
    expect(localize(text)).toBe('不会尝试：up/m。它没有价格，而这次调用需要价格。');
  });

  test.each(Object.entries(phrases.texts))('has the values of %s', (source, translation) => {
    expect(valuesOf(translation)).toEqual(valuesOf(source));
    expect(translation).toMatch(/\p{Script=Han}/u);
  });
});

/** Labels in the dialogs of clients, and names of packages, which are the same in every language. */
const names = [
  /^@[\w-]+\/[\w-]+$/,
  /^(Override OpenAI Base URL|Add Custom Model|Base URL|OpenAI Compatible API Key|Model ID)$/,
  /^(Key|API Key|API Host|Add Model)$/,
  /^((Cursor|Admin) )?Settings → /,
  /^Chat: Manage Language Models → /,
];

test('every step of every client is translated', () => {
  const connection = { url: 'http://127.0.0.1:8787', key: 'key', model: 'm', models: ['m'] };
  const steps = describeClients(connection).flatMap((client) => client.steps);
  const texts = steps.flatMap(({ title, note }) => (note === undefined ? [title] : [title, note]));
  const own = texts.filter((text) => !names.some((name) => name.test(text)));
  expect(own.filter((text) => localize(text) === text)).toEqual([]);
});

describe('what the gateway says of a call name', () => {
  const store = createMemoryStore();
  const models = {
    sold: { targets: [{ upstream: 'far', model: 'x' }] },
    even: {
      targets: [
        { upstream: 'demo', model: 'echo' },
        { upstream: 'far', model: 'x' },
        { upstream: 'claude', model: 'y' },
        { upstream: 'demo', model: 'lorem', priority: 1 },
      ],
    },
  };
  const configuration = configurationSchema.parse({
    models,
    upstreams: {
      demo: { provider: 'demo' },
      far: { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', models: ['x'] },
      claude: { provider: 'anthropic', credential: 'none', models: ['y'] },
    },
    groups: {
      default: {
        models: ['even', 'sold', 'demo/*'],
        tiers: [{ match: 'tier', tier: 'opus', to: 'even', effort: 'high' }],
      },
      team: { fingerprint: 'tt', models: ['even'] },
    },
    prices: [{ match: 'far/*', input: 1, output: 2, from: '2026-01-01' }],
  });
  const gateway = createGateway({ store, configuration, extensions: [createAdmin()] });
  let authorization = '';
  beforeAll(async () => {
    const { secret, hash, display } = await createAdminSecret();
    authorization = `Bearer ${secret}`;
    await store.addAdminToken({
      ...{ id: 'one', name: 'one', role: 'admin', hash, display, createdAt: 0 },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await store.close();
  });

  async function call(path: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await send(path, init);
    expect(response.ok, path).toBe(true);
    return response.json();
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization, 'content-type': 'application/json' };
    return gateway.fetch(new Request(`http://localhost/admin/v1/${path}`, { headers, ...init }));
  }

  test.each([
    'group=default&model=even',
    'group=default&model=evem',
    'group=default&model=nothing-like-it',
    'group=default&model=claude-opus-9',
    'group=default&model=claude-haiku-9',
    'group=default&model=tt/even',
    'group=team&model=sold',
  ])('is translated: %s', async (query) => {
    const resolution = (await call(`resolve?${query}`)) as View<'Resolution'>;
    expectChinese(resolution);
  });

  test.each([
    [{ limits: { quota: { amount: '1', reset: 'none' } } }, 'even'],
    [{ models: ['even'] }, 'sold'],
    [{ expires_at: '2030-01-01T00:00:00Z' }, 'even'],
  ])('of a key is translated: %j', async (fields, model) => {
    const key = (await call('keys', { name: 'k', groups: ['default'], ...fields })) as {
      readonly id: string;
    };
    expectChinese((await call(`resolve?key_id=${key.id}&model=${model}`)) as View<'Resolution'>);
  });

  function expectChinese({ steps, reason, targets }: View<'Resolution'>): void {
    const skipped = targets.map((target) => target.skipped);
    const texts = [...steps, reason, ...skipped].filter((text) => text !== null);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => localize(text) === text)).toEqual([]);
    expect(texts.map(localize).join('\n')).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/);
  }

  test.each([
    ['PUT', 'upstreams/up', { provider: 'openai' }],
    ['PUT', 'upstreams/up', { provider: 'opnai' }],
    ['PUT', 'upstreams/up', { provider: 'unlike-any-other' }],
    ['PUT', 'upstreams/up', { provider: 'openai-compatible' }],
    ['PUT', 'upstreams/Up', { provider: 'ollama' }],
    ['PUT', 'upstreams/up', { provider: 'openai', base_url: 'here' }],
    ['PUT', 'upstreams/up', { provider: 'openai', base_url: 'http://host.example' }],
    ['PUT', 'upstreams/up', { provider: 'openai', base_url: 'https://me:pw@host.example' }],
    ['PUT', 'upstreams/up', { provider: 'openai', base_url: 'https://h.example/v1/responses' }],
    ['PUT', 'upstreams/up', { provider: 'ollama', dialect: 'gemini-generate' }],
    ['PUT', 'upstreams/up', { provider: 'openai', credential: '${KEY}' }],
    ['PUT', 'upstreams/up', { provider: 'openai', credential: 'a b' }],
    ['PUT', 'upstreams/up', { provider: 'ollama', headers: { 'no name': 'x' } }],
    ['PUT', 'upstreams/up', { provider: 'ollama', headers: { host: 'x' } }],
    ['PUT', 'upstreams/up', { provider: 'ollama', headers: { 'x-a': '\n' } }],
    ['PUT', 'upstreams/up', { provider: 'ollama', proxy: 'here' }],
    ['PUT', 'upstreams/up', { provider: 'ollama', ca: 'here' }],
    ['PUT', 'upstreams/up', { provider: 'ollama', idle_timeout: 0 }],
    ['PUT', 'upstreams/up', { provider: 'ollama', idle_timeout: 1e9 }],
    ['PUT', 'upstreams/up', { provider: 'ollama', idle_timeout: 'long' }],
    ['PUT', 'models/new', { targets: [] }],
    ['PUT', 'models/new', { targets: [{ upstream: 'nowhere-near' }] }],
    ['PUT', 'groups/new', { fingerprint: 'demo' }],
    ['PUT', 'groups/new', { fingerprint: 'a b' }],
    ['PUT', 'groups/new', { multiplier: -1 }],
    ['PUT', 'groups/new', { multiplier: 1.1234567 }],
    ['PUT', `groups/${'x'.repeat(257)}`, {}],
    ['PUT', 'groups/new', { models: [''] }],
    ['PUT', 'prices/new', { match: 'a/*', input: 1 }],
    ['PUT', 'prices/new', { match: 'a/*', input: 1, output: 2, from: 'soon' }],
    ['PUT', 'prices/new', { match: 'a/*', input: 1, output: 2, services: { Priority: 2 } }],
    ['PUT', 'prices/new', { match: 'a', free: true }],
    ['POST', 'keys', { name: '' }],
    ['POST', 'keys', { name: 'k', groups: ['none'] }],
    ['POST', 'keys', { name: 'k', account_id: 'none' }],
    ['POST', 'keys', { name: 'k', allowed_from: ['home'] }],
    ['POST', 'keys', { name: 'k', expires_at: 'soon' }],
    ['POST', 'keys', { name: 'k', limits: { quota: { amount: 'much' } } }],
    ['POST', 'keys', { name: 'k', limits: { quota: { amount: '-1' } } }],
    ['POST', 'keys', { name: 'k', limits: { quota: {} } }],
    ['POST', 'keys', { name: 'k', limits: { quota: { tokens: 1e18 } } }],
    ['POST', 'keys', { name: 'k', limits: { concurrency: 0 } }],
    ['POST', 'accounts', { id: 'a b', name: 'a' }],
    ['POST', 'accounts/default/top-ups', { id: 'a', amount: '0' }],
    ['POST', 'accounts/default/adjustments', { id: 'a', amount: '0' }],
    ['POST', 'users', { email: 'ada', role: 'viewer' }],
  ])('of a field is translated: %s %s %j', expectRefusal);

  test.each([
    ['keys', 'models', Array<string>(1_001).fill('m')],
    ['keys', 'denied_from', Array<string>(1_001).fill('192.0.2.0/24')],
    ['accounts/default/top-ups', 'note', 'x'.repeat(1_001)],
    ['users', 'email', `ada@${'b.'.repeat(150)}org`],
  ])('of what is too long is translated: %s %s', async (path, field, value) => {
    const others = path === 'users' ? { role: 'viewer' } : path === 'keys' ? {} : { amount: '1' };
    await expectRefusal('POST', path, { ...others, [field]: value });
  });

  async function expectRefusal(method: string, path: string, body: object): Promise<void> {
    const response = await send(path, { method, body: JSON.stringify(body) });
    const error = await readApiError(response);
    expect(error.param, error.message).not.toBe(null);
    const advice = adviceOf(error);
    expect(localize(advice)).toMatch(/\p{Script=Han}/u);
    expect(localize(advice)).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/);
  }

  test('about the source of a price is translated', async () => {
    const { data } = (await call('call-names?group=default')) as {
      readonly data: readonly { readonly price_source: string | null }[];
    };
    const sources = data.flatMap(({ price_source: source }) => (source === null ? [] : [source]));
    expect(sources).toContain('configuration, from 2026-01-01');
    expect(sources.filter((source) => localize(source) === source)).toEqual([]);
  });
});
