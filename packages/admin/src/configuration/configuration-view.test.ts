import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { configurationView } from './configuration-view.ts';
import { type Origin, originKey } from '@parley/core/extension';
import { credential } from '@parley/core/testing';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

type View = z.infer<typeof configurationView>;

const places = new Map<string, Origin>([
  [originKey(['upstreams', 'up0', 'provider']), { from: 'file', detail: 'line 3' }],
  [originKey(['upstreams', 'up0', 'credential']), { from: 'environment', detail: 'TEAM_KEY' }],
  [originKey(['upstreams', 'up0', 'headers', 'x-team']), { from: 'file', detail: 'line 7' }],
  [originKey(['prices', 0]), { from: 'file', detail: 'line 9' }],
  [originKey(['store', 'url']), { from: 'file', detail: 'line 12' }],
]);

let harness: AdminHarness;
let view: View;
let text: string;
beforeAll(async () => {
  harness = await createAdminHarness({
    upstream: { headers: { 'x-team': 'secret-of-the-header' }, idle_timeout: 7 },
    configuration: {
      prices: [{ match: 'up0/*', free: true }],
      store: { url: 'postgres://me:secret-of-the-database@db.example/parley' },
      alerts: {
        webhooks: {
          url: { url: 'https://hooks.example/secret-of-the-webhook', format: 'slack' },
        },
      },
    },
    groups: { default: { models: ['*'], holders_may_rotate: true } },
    options: {
      secretKey: 'ab'.repeat(32),
      origins: { source: '/etc/parley.yaml', places },
      facts: { runtime: 'node 24', store: 'in memory' },
      version: '1.2.3',
    },
  });
  await harness.call('PUT', '/upstreams/stored', {
    body: {
      provider: 'openai-compatible',
      base_url: 'https://api.example/v1?key=secret-in-the-address',
      credential: 'secret-of-the-store',
    },
  });
  await harness.call('PUT', '/models/token', { body: { targets: [{ upstream: 'stored' }] } });
  await harness.call('PUT', '/prices/cheap', { body: { match: 'stored/*', input: 1, output: 2 } });
  const response = await harness.call('GET', '/configuration');
  text = response.text;
  view = response.body as View;
});
afterAll(() => harness.testGateway.close());

const find = (path: string) => view.parts.find((part) => part.path === path);

describe('GET /admin/v1/configuration', () => {
  it('shows the values of the file, with their lines', () => {
    expect(view.source).toBe('/etc/parley.yaml');
    expect(find('upstreams.up0.provider')).toEqual({
      path: 'upstreams.up0.provider',
      value: 'openai',
      from: 'file',
      detail: 'line 3',
    });
    expect(find('prices.file:1')).toMatchObject({
      value: { match: 'up0/*', free: true },
      detail: 'line 9',
    });
  });

  it('shows no secret from any source', () => {
    expect(find('upstreams.up0.credential')).toMatchObject({
      value: '***',
      from: 'environment',
      detail: 'TEAM_KEY',
    });
    expect(find('upstreams.up0.headers.x-team')).toMatchObject({ value: '***', from: 'file' });
    expect(find('upstreams.stored.credential')).toMatchObject({ value: '***', from: 'store' });
    expect(find('upstreams.stored.base_url')?.value).toBe('https://api.example/v1?key=***');
    expect(find('store.url')?.value).toBe('postgres://db.example/parley');
    expect(find('alerts.webhooks.url.url')?.value).toBe('***');
    expect(find('alerts.webhooks.url.format')?.value).toBe('slack');
    expect(text).not.toMatch(/secret-/);
    expect(text).not.toContain(credential);
    expect(text).not.toContain('ab'.repeat(32));
  });

  it('shows what the store declares', () => {
    expect(find('models.token.targets')).toMatchObject({
      value: [{ upstream: 'stored', priority: 0 }],
      from: 'store',
    });
    expect(find('prices.cheap')).toMatchObject({ from: 'store' });
  });

  it('shows the default values', () => {
    expect(find('upstreams.up0.idle_timeout')).toMatchObject({ value: 7 });
    expect(find('upstreams.up0.total_timeout')).toMatchObject({ value: 600, from: 'default' });
    expect(find('groups.default.multiplier')).toMatchObject({ value: 1, from: 'default' });
    expect(find('pricing.unknown')).toMatchObject({ value: 'quarantine', from: 'default' });
    expect(find('trusted_proxies')).toMatchObject({ value: [], from: 'default' });
  });

  it('shows facts of the gateway and of its host', () => {
    const facts = Object.fromEntries(view.facts.map(({ name, value }) => [name, value]));
    expect(facts).toMatchObject({
      version: '1.2.3',
      runtime: 'node 24',
      store: 'in memory',
      secret_key: 'set',
      'limits.request_bytes': String(32 * 1024 * 1024),
    });
  });

  it('shows the lines of a configuration that was reloaded', async () => {
    const bare = await createAdminHarness({ options: { version: '1' } });
    const show = async () => (await bare.call('GET', '/configuration')).body as View;
    expect(await show()).toMatchObject({ source: null });
    const written: Origin = { from: 'file', detail: 'line 2' };
    bare.testGateway.gateway.reload(
      { upstreams: {}, models: {}, groups: {}, trusted_proxies: ['10.0.0.1'] },
      { source: 'parley.yaml', places: new Map([[originKey(['trusted_proxies']), written]]) },
    );
    const { source, parts } = await show();
    expect(source).toBe('parley.yaml');
    expect(parts.find(({ path }) => path === 'trusted_proxies')).toMatchObject(written);
    // The implicit group, which exists when none is declared.
    expect(parts.find(({ path }) => path === 'groups.default.family')).toMatchObject({
      from: 'default',
    });
    await bare.testGateway.close();
  });
});
