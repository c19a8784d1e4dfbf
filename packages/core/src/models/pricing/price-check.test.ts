import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../routing/snapshot.ts';
import { checkPrices } from './price-check.ts';

const at = Date.parse('2026-11-22T00:00:00Z');

const upstreams = {
  ds: { provider: 'deepseek', credential: 'k', models: ['deepseek-flash', 'deepseek-next'] },
  openai: { provider: 'openai', credential: 'k', models: ['gpt-4o'] },
  google: { provider: 'google', credential: 'k', models: ['gemini-3.8-flash'] },
  demo: { provider: 'demo', models: ['echo'] },
};

function check(prices: unknown = [], options = {}) {
  const { routes, prices: book } = createSnapshot(configurationSchema.parse({ upstreams, prices }));
  const targets = [...routes.values()].flatMap((route) => route.targets);
  const rows = checkPrices(book, targets, { at, oldDays: 90, ...options });
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

describe('a check of prices', () => {
  it('finds the unknown ones', () => {
    expect(check()['ds/deepseek-next']).toMatchObject({ state: 'unknown' });
    expect(check()['ds/deepseek-next']).not.toHaveProperty('origin');
  });

  it('tells where each comes from, once for each model', () => {
    const rows = check();
    expect(Object.keys(rows)).toHaveLength(5);
    expect(rows['ds/deepseek-flash']).toMatchObject({
      state: 'good',
      origin: { by: 'catalogue', date: '2026-11-22' },
    });
    expect(rows['openai/gpt-4o']?.origin).toMatchObject({
      sources: [expect.stringMatching(/^npm:@pydantic\/genai-prices@/)],
    });
    expect(rows['demo/echo']).toMatchObject({
      found: { kind: 'free' },
      origin: { by: 'provider' },
    });
  });

  it('finds the old ones', () => {
    expect(check([], { oldDays: 30 })['openai/gpt-4o']).toMatchObject({ state: 'old' });
    expect(check()['openai/gpt-4o']).toMatchObject({ state: 'good' });
  });

  it('announces a change a month before and after it', () => {
    const during = (day: string) => check([], { at: Date.parse(day), oldDays: 999 });
    expect(during('2026-12-15')['google/gemini-3.8-flash']).toMatchObject({
      state: 'changed',
      changes: '2027-01-01',
    });
    expect(during('2026-12-02T00:00:00Z')['google/gemini-3.8-flash']?.state).toBe('changed');
    expect(during('2026-12-01T23:59:59.999Z')['google/gemini-3.8-flash']?.state).toBe('good');
    expect(during('2027-01-15')['google/gemini-3.8-flash']).toMatchObject({ state: 'changed' });
    expect(during('2027-03-15')['google/gemini-3.8-flash']).toMatchObject({ state: 'good' });
  });

  it('announces the nearest of several changes', () => {
    const from = (day: string) => ({ match: 'ds/deepseek-next', from: day, input: 1, output: 1 });
    const prices = ['2026-11-01', '2026-11-20', '2026-11-30'].map(from);
    for (const order of [prices, prices.toReversed()]) {
      const row = check(order)['ds/deepseek-next'];
      expect(row).toMatchObject({ state: 'changed', changes: '2026-11-20' });
    }
  });

  it('takes a price without one side for unknown', () => {
    const origin = { by: 'configuration' } as const;
    const found = { kind: 'unknown' } as const;
    const book = { find: () => found, list: () => [{ validity: {}, found, origin }] };
    const { upstreams: all } = createSnapshot(configurationSchema.parse({ upstreams }));
    const targets = [...all.values()].map((upstream) => ({ upstream, model: 'm' }));
    const rows = checkPrices(book, targets, { at, oldDays: 90 });
    expect(rows).toEqual(
      ['demo/m', 'ds/m', 'google/m', 'openai/m'].map((name) => ({ name, state: 'unknown', found })),
    );
  });

  it('compares the prices of the operator with the catalogue', () => {
    const own = { match: 'openai/gpt-4o', input: 2, output: 9 };
    expect(check([own])['openai/gpt-4o']).toMatchObject({
      state: 'differs',
      origin: { by: 'configuration' },
    });
    const same = { match: 'openai/gpt-4o', input: 2.5, output: 10, cache_read: 1.25 };
    expect(check([same])['openai/gpt-4o']).toMatchObject({ state: 'good' });
    expect(check([{ match: 'ds/*', free: true }])['ds/deepseek-next']).toMatchObject({
      state: 'good',
      found: { kind: 'free' },
    });
  });
});
