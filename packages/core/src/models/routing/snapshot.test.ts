import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../configuration/problem.ts';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot, type DiscoveredModels } from './snapshot.ts';

function snapshotOf(configuration: unknown, told: Record<string, string[]> = {}) {
  const discovered: DiscoveredModels = new Map(
    Object.entries(told).map(([name, models]) => [name, models.map((model) => ({ name: model }))]),
  );
  return createSnapshot(configurationSchema.parse(configuration), discovered);
}

function routesOf(configuration: unknown, told: Record<string, string[]> = {}) {
  const [group] = snapshotOf(configuration, told).groups.values();
  const routes = [...(group?.routes ?? [])];
  return Object.fromEntries(
    routes.map(([name, { targets }]) => [
      name,
      targets.map(({ upstream, model }) => `${upstream.name}:${model}`).join(),
    ]),
  );
}

const own = (name: string, models?: string[]) => ({
  [name]: {
    provider: 'openai-compatible',
    base_url: `http://${name}/v1`,
    ...(models && { models }),
  },
});

describe('createSnapshot', () => {
  it('rejects a configuration with invalid references', () => {
    expect(() => snapshotOf({ upstreams: { a: { provider: 'nobody' } } })).toThrow(
      ConfigurationError,
    );
  });

  it('creates the group default with every model when none is configured', () => {
    const { groups } = snapshotOf({ upstreams: own('a', ['x']) });
    expect([...groups.keys()]).toEqual(['default']);
    expect(groups.get('default')).toMatchObject({ family: 'messages' });
    expect(groups.get('default')?.fingerprint).toBeUndefined();
    const other = snapshotOf({ upstreams: own('a', ['x']), groups: { work: {} } });
    expect([...other.groups.keys()]).toEqual(['work']);
  });

  it('lets a group use only what its patterns allow', () => {
    const groups = { some: { models: ['a/*', 'y'] }, none: { models: [] } };
    const snapshot = snapshotOf({ upstreams: own('a', ['x', 'y']), groups });
    expect([...(snapshot.groups.get('some')?.routes.keys() ?? [])]).toEqual(['a/x', 'a/y', 'y']);
    expect(snapshot.groups.get('none')?.routes.size).toBe(0);
  });

  it('assigns a bare name to the first upstream that has it', () => {
    expect(routesOf({ upstreams: { ...own('a', ['x']), ...own('b', ['x']) } })).toEqual({
      'a/x': 'a:x',
      'b/x': 'b:x',
      x: 'a:x',
    });
  });

  it('assigns a bare name to the vendor of the model before others', () => {
    const upstreams = {
      ...own('a', ['gpt-5']),
      openai: { provider: 'openai', credential: 'k', models: ['gpt-5'] },
    };
    expect(routesOf({ upstreams })['gpt-5']).toBe('openai:gpt-5');
  });

  it('never lets a model hide a configured call name or an upstream’s prefix', () => {
    const upstreams = { ...own('a', ['x', 'b/x', 'fast']), ...own('b', ['x']) };
    const models = {
      fast: { targets: [{ upstream: 'b', model: 'x' }] },
      'a/x': { targets: [{ upstream: 'b', model: 'x' }] },
    };
    const routes = routesOf({ upstreams, models });
    expect(routes['fast']).toBe('b:x');
    expect(routes['a/x']).toBe('b:x');
    expect(routes['b/x']).toBe('b:x');
    expect(routes['a/b/x']).toBe('a:b/x');
  });

  it('prefers configured models, then discovered ones, then known ones at the vendor’s own URL', () => {
    const openai = { provider: 'openai', credential: 'k' };
    expect(routesOf({ upstreams: { openai } })['openai/gpt-5.5']).toBe('openai:gpt-5.5');
    expect(Object.keys(routesOf({ upstreams: { openai } }, { openai: ['new'] }))).toEqual([
      'openai/new',
      'new',
    ]);
    const moved = { openai: { ...openai, base_url: 'http://h/v1' } };
    expect(routesOf({ upstreams: moved })['gpt-5.5']).toBe('openai:gpt-5.5');
    const chosen = routesOf(
      { upstreams: { openai: { ...openai, models: ['mine'] } } },
      { openai: ['new'] },
    );
    expect(Object.keys(chosen)).toEqual(['openai/mine', 'mine']);
  });

  it('keeps the limits that an upstream told for models that the configuration lists', () => {
    const told = [{ name: 'x', maxInputTokens: 8, maxOutputTokens: 4 }, { name: 'z' }];
    const configuration = configurationSchema.parse({ upstreams: own('a', ['x', 'y']) });
    const { routes } = createSnapshot(configuration, new Map([['a', told]]));
    expect([...routes.keys()]).toEqual(['a/x', 'a/y', 'x', 'y']);
    expect(routes.get('x')).toMatchObject({ maxInputTokens: 8, maxOutputTokens: 4 });
    expect(routes.get('a/y')).not.toHaveProperty('maxInputTokens');
  });

  it('gives a configured name the lowest limit that the upstreams of its targets told', () => {
    const told = new Map([
      ['a', [{ name: 'x', maxInputTokens: 8, maxOutputTokens: 4 }]],
      ['b', [{ name: 'y', maxInputTokens: 6 }]],
    ]);
    const targets = [
      { upstream: 'a', model: 'x' },
      { upstream: 'b', model: 'y' },
    ];
    const models = {
      either: { targets },
      second: { targets: [{ upstream: 'b', model: 'y' }], max_input_tokens: 9 },
      unknown: { targets: [{ upstream: 'b', model: 'z' }], profile: { max_output_tokens: 5 } },
    };
    const upstreams = { ...own('a', []), ...own('b', []) };
    const { routes } = createSnapshot(configurationSchema.parse({ upstreams, models }), told);
    expect(routes.get('either')).toMatchObject({ maxInputTokens: 6, maxOutputTokens: 4 });
    expect(routes.get('second')?.maxInputTokens).toBe(9);
    expect(routes.get('unknown')).toMatchObject({ maxOutputTokens: 5 });
    expect(routes.get('unknown')).not.toHaveProperty('maxInputTokens');
  });

  it('says that a configured name accepts images if the upstreams of all targets say so', () => {
    const told = new Map([
      ['a', [{ name: 'x', acceptsImages: true }]],
      [
        'b',
        [{ name: 'x', acceptsImages: true }, { name: 'y', acceptsImages: false }, { name: 'z' }],
      ],
    ]);
    const lead = (...models: string[]) =>
      models.map((model, index) => ({ upstream: index === 0 ? 'a' : 'b', model }));
    const models = {
      both: { targets: lead('x', 'x') },
      one: { targets: lead('x', 'y') },
      unsure: { targets: lead('x', 'z') },
      said: { targets: lead('x', 'y'), accepts_images: true },
    };
    const upstreams = { ...own('a', []), ...own('b', []) };
    const { routes } = createSnapshot(configurationSchema.parse({ upstreams, models }), told);
    const accepted = Object.keys(models).map((name) => routes.get(name)?.acceptsImages);
    expect(accepted).toEqual([true, false, undefined, true]);
  });

  it('gives demo models a bare name only while there is nothing else', () => {
    const demo = { demo: { provider: 'demo' } };
    expect(routesOf({ upstreams: demo })['echo']).toBe('demo:echo');
    const routes = routesOf({ upstreams: { ...demo, ...own('a', ['x']) } });
    expect([routes['demo/echo'], routes['echo'], routes['x']]).toEqual([
      'demo:echo',
      undefined,
      'a:x',
    ]);
    expect(routesOf({ upstreams: { ...demo, ...own('a') } })['echo']).toBeUndefined();
  });

  it('orders configured targets by priority and corrects their profile', () => {
    const targets = [
      { upstream: 'a', priority: 5 },
      { upstream: 'b', model: 'y', priority: 1 },
    ];
    const models = {
      fast: { targets, profile: { max_output_tokens: 77, efforts: ['low'] }, max_input_tokens: 9 },
    };
    const snapshot = snapshotOf({ upstreams: { ...own('a'), ...own('b') }, models });
    const route = snapshot.groups.get('default')?.routes.get('fast');
    expect(route).toMatchObject({
      displayName: 'fast',
      maxInputTokens: 9,
      targets: [
        { upstream: { name: 'b' }, model: 'y', profile: { maxOutputTokens: 77, efforts: ['low'] } },
        { upstream: { name: 'a' }, model: 'fast' },
      ],
    });
  });

  it('has the defaults of a configuration that says nothing', () => {
    expect(snapshotOf({})).toMatchObject({
      ...{ unknownPrices: 'quarantine', showsBalance: false, retention: {}, servesConsole: true },
      ...{ trustedProxies: [], corsOrigins: [] },
      responses: { count: 10_000, length: 268_435_456 },
      conversations: { count: 10_000, length: 268_435_456 },
    });
    expect(snapshotOf({})).not.toHaveProperty('overdraft');
    expect(snapshotOf({})).not.toHaveProperty('durability');
    expect(snapshotOf({}).groups.get('default')).toMatchObject({
      ...{ countTokens: 'native', departed: 'prompt', multiplier: 1_000_000, tiers: [] },
      ...{ holdersMayRotate: false, models: ['*'] },
    });
  });

  it('has what the configuration says', () => {
    const said = snapshotOf({
      ...{ pricing: { unknown: 'refuse', overdraft: 'none' }, usage: { show_balance: true } },
      ...{ console: false, trusted_proxies: ['10.0.0.1'], durability: 'power' },
      ...{ retention: { exchanges: 7 }, overload: { event_loop_delay: 0.25, heap: 0.5 } },
      ...{ conversations: { per_key: 5, mebibytes_per_key: 2 } },
      ...{ responses: { per_key: 6, mebibytes_per_key: 3 } },
      groups: { chat: { family: 'chat-completions', multiplier: 1.5 } },
    });
    expect(said).toMatchObject({
      ...{ unknownPrices: 'refuse', overdraft: 'none', showsBalance: true, servesConsole: false },
      ...{ trustedProxies: ['10.0.0.1'], durability: 'power', retention: { exchanges: 7 } },
      ...{ overload: { delayMs: 250, heapShare: 0.5 } },
      conversations: { count: 5, length: 2_097_152 },
      responses: { count: 6, length: 3_145_728 },
    });
    expect(said.groups.get('chat')).toMatchObject({ countTokens: 'off', multiplier: 1_500_000 });
  });

  it('fills in the defaults of an upstream', () => {
    const upstream = {
      provider: 'deepseek',
      credential: 'k',
      headers: { 'X-Team': 'a' },
      idle_timeout: 1.5,
    };
    const { upstreams } = snapshotOf({ upstreams: { d: upstream, ...own('a') } });
    expect(upstreams.get('d')).toMatchObject({
      vendor: 'deepseek',
      baseUrls: {
        'openai-chat': 'https://api.deepseek.com',
        'anthropic-messages': 'https://api.deepseek.com/anthropic',
      },
      headers: { 'x-team': 'a' },
      discoversModels: true,
      firstByteMs: 60_000,
      idleMs: 1_500,
      totalMs: 600_000,
    });
    expect(upstreams.get('a')?.vendor).toBe('openai-compatible:a');
  });

  it('never mixes a configured base URL with the vendor’s', () => {
    const base = { provider: 'deepseek', credential: 'k' };
    const { upstreams } = snapshotOf({
      upstreams: {
        plain: { ...base, base_url: 'http://h/v1' },
        named: { ...base, base_url: { 'anthropic-messages': 'http://h' } },
        only: { ...base, dialect: 'anthropic-messages' },
      },
    });
    expect(upstreams.get('plain')?.baseUrls).toEqual({ 'openai-chat': 'http://h/v1' });
    expect(upstreams.get('named')?.baseUrls).toEqual({ 'anthropic-messages': 'http://h' });
    expect(upstreams.get('only')?.baseUrls).toEqual({
      'anthropic-messages': 'https://api.deepseek.com/anthropic',
    });
  });
});
