import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../routing/snapshot.ts';
import { feeNames, readFees } from './fees.ts';
import { knownFees } from './known-fees.ts';

describe('the known fees', () => {
  it.each([
    ['openai', 'gpt-5', { web_search: 10, file_search: 2.5 }],
    ['openai', 'o3-deep-research', { web_search: 10, file_search: 2.5 }],
    ['openai', 'gpt-4o-search-preview', { request: 25 }],
    ['anthropic', 'claude-sonnet-5-5', { web_search: 10 }],
    ['google', 'gemini-2.5-pro', { grounded_prompt: 35, maps: 25 }],
    ['google', 'gemini-3.8-flash', { web_search: 14 }],
    ['google', 'gemini-flash-latest', { web_search: 14 }],
    ['google', 'gemini-pro-latest', { web_search: 14 }],
    ['google', 'Gemini-2.5-Pro', { grounded_prompt: 35, maps: 25 }],
    ['google', 'gemini-4-argon', {}],
    ['perplexity', 'sonar-pro', { request: 14 }],
    ['xai', 'grok-4.6', { web_search: 5, x_search: 5, code_execution: 5, file_search: 2.5 }],
    ['mistral', 'mistral-large-4', {}],
    ['constructor', 'm', {}],
  ])('of %s for %s', (provider, model, fees) => {
    expect(knownFees(provider, model)).toEqual(fees);
  });
});

describe('the fees of a configured price', () => {
  const upstreams = { openai: { provider: 'openai', credential: 'k', models: ['gpt-5'] } };
  const entry = { match: 'openai/gpt-5', input: 1, output: 2 };

  it.each([
    ['are the known ones if it states none', {}, { web_search: 10, file_search: 2.5 }],
    ['are those that it states', { fees: { web_search: 0 } }, { web_search: 0 }],
  ])('%s', (_, stated, fees) => {
    const prices = [{ ...entry, ...stated }];
    const snapshot = createSnapshot(configurationSchema.parse({ upstreams, prices }));
    const upstream = snapshot.upstreams.get('openai');
    if (upstream === undefined) throw new Error('The upstream is missing.');
    const found = snapshot.prices.find({ upstream, model: 'gpt-5' }, 0);
    expect(found).toMatchObject({ price: { fees: readFees(fees) } });
    expect(found.kind === 'priced' && Object.keys(found.price.fees ?? {})).toEqual(
      Object.keys(fees),
    );
  });

  it.each([{ search: 1 }, { web_search: -1 }, { web_search: 1_001 }, { maps: 0.000_000_000_1 }])(
    'are rejected: %j',
    (fees) => {
      const parsed = configurationSchema.safeParse({ upstreams, prices: [{ ...entry, fees }] });
      expect(parsed.success).toBe(false);
    },
  );

  it.each(feeNames)('may state %s', (name) => {
    const prices = [{ ...entry, fees: { [name]: 1.5 } }];
    expect(configurationSchema.safeParse({ upstreams, prices }).success).toBe(true);
  });
});
