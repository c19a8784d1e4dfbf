import { describe, expect, it } from 'vitest';
import { mergeConfigurations } from './merge.ts';
import { configurationSchema, type Configuration } from './schema.ts';

const parse = (configuration: unknown) => configurationSchema.parse(configuration);

/** Every field of a file; the compiler names one that is missing. */
const everything = {
  upstreams: { groq: { provider: 'groq' } },
  models: { smart: { targets: [{ upstream: 'groq', model: 'a' }] } },
  groups: { team: {} },
  prices: [{ match: 'groq/*', input: 1, output: 2 }],
  sale_prices: [{ model: 'smart', input: 3, output: 4 }],
  pricing: { unknown: 'refuse' },
  usage: { show_balance: true },
  store: { url: 'postgres://db.test/parley' },
  durability: 'power',
  retention: { exchanges: 30 },
  responses: { per_key: 6 },
  conversations: { per_key: 5 },
  overload: { heap: 0.8 },
  trusted_proxies: ['10.0.0.0/8'],
  cors: { origins: ['*'] },
  sign_in: {
    oidc: { title: 'ID', issuer: 'https://id.test', client_id: 'a', client_secret: 'b' },
  },
  console: false,
  traces: { endpoint: 'http://collector.test/v1/traces' },
  alerts: { limits: [50], expiry_days: 1, webhooks: {} },
  metrics: 'public',
} satisfies Record<keyof Configuration, unknown>;

describe('mergeConfigurations', () => {
  it('loses no setting that only one of them has', () => {
    const whole = parse(everything);
    expect(mergeConfigurations(whole, parse({}))).toEqual(whole);
    expect(mergeConfigurations(parse({}), whole)).toEqual(whole);
  });

  it('does not use a credential for another provider of the same name', () => {
    const base = parse({ upstreams: { main: { provider: 'openai', credential: 'secret' } } });
    const over = parse({ upstreams: { main: { provider: 'ollama' } } });
    expect(mergeConfigurations(base, over).upstreams).toEqual({ main: { provider: 'ollama' } });
  });

  it('prefers the file and keeps values that only the environment has', () => {
    const base = parse({
      upstreams: { groq: { provider: 'groq', credential: 'secret' }, demo: { provider: 'demo' } },
    });
    const over = parse({
      upstreams: { groq: { provider: 'groq', models: ['a'] }, own: { provider: 'ollama' } },
    });
    const { upstreams } = mergeConfigurations(base, over);
    expect(upstreams['groq']).toEqual({ provider: 'groq', credential: 'secret', models: ['a'] });
    expect(Object.keys(upstreams)).toEqual(['groq', 'own', 'demo']);
  });

  it('replaces models and groups whole', () => {
    const base = parse({ groups: { a: { fingerprint: 'x' }, b: {} } });
    const over = parse({ groups: { a: { models: ['m'] } } });
    const { groups } = mergeConfigurations(base, over);
    expect(groups['a']).toEqual({
      family: 'messages',
      holders_may_rotate: false,
      departed: 'prompt',
      models: ['m'],
      tiers: [],
      multiplier: 1,
    });
    expect(Object.keys(groups)).toEqual(['a', 'b']);
  });

  it('takes the retention from one of them, as a whole', () => {
    const base = parse({ retention: { exchanges: 30, audit: 60 } });
    const over = parse({ retention: { audit: 90 } });
    expect(mergeConfigurations(base, parse({})).retention).toEqual({ exchanges: 30, audit: 60 });
    expect(mergeConfigurations(base, over).retention).toEqual({ audit: 90 });
    expect(parse({})).not.toHaveProperty('retention');
    const durable = parse({ durability: 'power' });
    expect(mergeConfigurations(durable, over).durability).toBe('power');
    const busy = parse({ overload: { heap: 0.8 } });
    expect(mergeConfigurations(busy, over).overload).toEqual({ event_loop_delay: 0.5, heap: 0.8 });
  });
});
