import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../routing/snapshot.ts';
import { createSalePriceBook } from './price-book.ts';
import type { FoundPrice } from './price.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const upstreams = {
  openai: { provider: 'openai', credential: 'x' },
  proxy: { provider: 'openai', base_url: 'https://proxy.example/v1' },
  rack: { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' },
  box: { provider: 'ollama' },
  rented: { provider: 'vllm', base_url: 'https://rented.example/v1' },
  router: { provider: 'openrouter', credential: 'x' },
  demo: { provider: 'demo' },
};

function findAll(prices: readonly object[] = []) {
  const snapshot = createSnapshot(configurationSchema.parse({ upstreams, prices }));
  return (name: string, model: string, at = now): FoundPrice => {
    const upstream = snapshot.upstreams.get(name);
    if (upstream === undefined) throw new Error(name);
    return snapshot.prices.find({ upstream, model }, at);
  };
}

function inputOf(found: FoundPrice): number | string {
  return found.kind === 'priced' ? found.price.rates.input / 1e9 : found.kind;
}

describe('createPriceBook', () => {
  it.each([
    ['a model that the catalogue does not know', 'openai', 'gpt-99'],
    ['a provider of its own behind another address', 'proxy', 'gpt-5'],
    ['a compatible server, even on this machine', 'rack', 'gpt-5'],
    ['a server of the local kind that others may run', 'rented', 'llama3'],
  ])('never guesses the price of %s', (_, upstream, model) => {
    expect(findAll()(upstream, model)).toEqual({ kind: 'unknown' });
  });

  it('treats self-hosted models as free, and nothing else', () => {
    expect(findAll()('box', 'llama3')).toEqual({ kind: 'free' });
    expect(findAll()('demo', 'echo')).toEqual({ kind: 'free' });
  });

  it('finds the provider’s price, also for resold models', () => {
    const find = findAll();
    expect(inputOf(find('openai', 'gpt-5'))).toBe(1.25);
    expect(inputOf(find('router', 'anthropic/claude-sonnet-4.5'))).toBe(3);
    expect(find('openai', 'gpt-5')).toMatchObject({
      price: { source: expect.stringMatching(/^catalogue of \d{4}-\d{2}-\d{2}$/) as string },
    });
  });

  const servicesOf = (found: FoundPrice) => (found.kind === 'priced' ? found.price.services : {});

  it('knows what the services of a vendor cost, by the longest beginning of a name', () => {
    const find = findAll([{ match: '*', input: 1, output: 1 }]);
    expect(servicesOf(find('openai', 'gpt-5'))).toMatchObject({ fast: 2e6, ultrafast: 6e6 });
    expect(servicesOf(find('openai', 'gpt-4.1-mini'))).toMatchObject({ priority: 1.75e6 });
    expect(servicesOf(find('openai', 'gpt-4.1-nano'))).toMatchObject({ priority: 2e6 });
    expect(servicesOf(find('proxy', 'gpt-5.5'))).toMatchObject({ priority: 2.5e6, flex: 0.5e6 });
    expect(servicesOf(find('rack', 'gpt-5.5'))).toEqual({});
  });

  it('lets a configured price say what a service costs', () => {
    const find = findAll([{ match: 'openai/*', input: 1, output: 1, services: { fast: 3 } }]);
    expect(servicesOf(find('openai', 'gpt-5'))).toMatchObject({ fast: 3e6, priority: 2e6 });
  });

  it('finds past and future prices', () => {
    const find = findAll();
    const model = 'gpt-5.6-luna';
    expect(inputOf(find('openai', model, Date.parse('2026-07-29T23:59:59Z')))).toBe(1);
    expect(inputOf(find('openai', model, Date.parse('2026-07-30T00:00:00Z')))).toBe(0.2);
  });

  it('prefers the operator’s prices', () => {
    const find = findAll([
      { match: 'openai/gpt-5', input: 7, output: 8 },
      { match: 'rack/*', free: true },
      { match: 'box/llama3', input: 1, output: 1 },
    ]);
    expect(inputOf(find('openai', 'gpt-5'))).toBe(7);
    expect(inputOf(find('openai', 'gpt-5-mini'))).toBe(0.25);
    expect(find('rack', 'any/thing')).toEqual({ kind: 'free' });
    expect(inputOf(find('box', 'llama3'))).toBe(1);
    expect(find('box', 'llama2')).toEqual({ kind: 'free' });
  });

  it('prefers the more specific pattern, in any order', () => {
    const prices = [
      { match: 'rack/qwen*', input: 2, output: 2 },
      { match: 'rack/qwen3-32b', input: 3, output: 3 },
      { match: '*', input: 1, output: 1 },
    ];
    for (const order of [prices, prices.toReversed()]) {
      const find = findAll(order);
      expect(inputOf(find('rack', 'qwen3-32b'))).toBe(3);
      expect(inputOf(find('rack', 'qwen3-8b'))).toBe(2);
      expect(inputOf(find('rack', 'gemma'))).toBe(1);
    }
  });

  it('prefers the latest valid of equal patterns, and then the last', () => {
    const day = (from: string, input: number) => ({ match: 'rack/m', from, input, output: 0 });
    const first = { match: 'rack/m', input: 1, output: 0 };
    const find = findAll([day('2026-12-01', 4), day('2026-11-01', 3), first, day('2026-10-01', 2)]);
    expect(inputOf(find('rack', 'm', Date.parse('2026-09-30T23:59:59Z')))).toBe(1);
    expect(inputOf(find('rack', 'm', Date.parse('2026-10-01T00:00:00Z')))).toBe(2);
    expect(inputOf(find('rack', 'm', now))).toBe(3);
    expect(inputOf(find('rack', 'm', Date.parse('2026-12-24T00:00:00Z')))).toBe(4);
    expect(inputOf(findAll([first, { ...first, input: 5 }])('rack', 'm'))).toBe(5);
  });

  it('uses the earlier price before a price begins', () => {
    const find = findAll([{ match: 'openai/gpt-5', from: '2027-01-01', input: 9, output: 9 }]);
    expect(inputOf(find('openai', 'gpt-5'))).toBe(1.25);
    expect(inputOf(find('openai', 'gpt-5', Date.parse('2027-01-01T00:00:00Z')))).toBe(9);
  });

  it('says where a price comes from, and since when it is valid', () => {
    const from = { match: 'rack/new', from: '2026-10-01', input: 1, output: 1 };
    const find = findAll([{ match: 'rack/old', input: 1, output: 1 }, from]);
    expect(find('rack', 'old')).toMatchObject({ price: { source: 'configuration' } });
    expect(find('rack', 'new')).toMatchObject({
      price: { source: 'configuration, from 2026-10-01' },
    });
  });

  it('remembers ten thousand models of an upstream, and forgets the oldest one', () => {
    const find = findAll([{ match: 'rack/known', input: 1, output: 1 }]);
    const known = find('rack', 'known');
    for (let index = 1; index < 10_000; index++) find('rack', `m${index}`);
    expect(find('rack', 'known')).toBe(known);
    find('rack', 'last');
    const again = find('rack', 'known');
    expect(again).toEqual(known);
    expect(again).not.toBe(known);
  });

  it('returns the same price again, also for names evicted from its cache', () => {
    const find = findAll([{ match: 'rack/known', input: 1, output: 1 }]);
    expect(find('rack', 'known')).toBe(find('rack', 'known'));
    for (let index = 0; index < 10_001; index++) find('rack', `m${index}`);
    expect(inputOf(find('rack', 'known'))).toBe(1);
    expect(find('rack', 'm0')).toEqual({ kind: 'unknown' });
  });
});

describe('the sale price of a call name', () => {
  const sale = ([model, group]: readonly [string, string], input: number, more: object = {}) => ({
    ...{ model, group, input, output: 0, ...more },
  });

  function find(prices: Parameters<typeof createSalePriceBook>[0], model: string, group: string) {
    const found = createSalePriceBook(prices).find({ group, callName: model }, now);
    return found && inputOf(found);
  }

  it('is that of the more specific name, then of the more specific group, in any order', () => {
    const prices = [
      ...[sale(['*', '*'], 1), sale(['*', 'team'], 2), sale(['gpt-*', '*'], 3)],
      ...[sale(['gpt-*', 'te*'], 4), sale(['gpt-*', 'team'], 5), sale(['gpt-5', '*'], 6)],
    ];
    for (const order of [prices, prices.toReversed()]) {
      expect(find(order, 'other', 'else')).toBe(1);
      expect(find(order, 'other', 'team')).toBe(2);
      expect(find(order, 'gpt-4', 'else')).toBe(3);
      expect(find(order, 'gpt-4', 'test')).toBe(4);
      expect(find(order, 'gpt-4', 'team')).toBe(5);
      expect(find(order, 'gpt-5', 'team')).toBe(6);
    }
    expect(find([sale(['gpt-5', 'team'], 1)], 'gpt-5', 'else')).toBeUndefined();
    expect(find([sale(['gpt-5', 'team'], 1)], 'gpt-4', 'team')).toBeUndefined();
    expect(find(undefined, 'gpt-4', 'team')).toBeUndefined();
  });

  it('is the latest that is valid, and of several the last', () => {
    const from = (day: string, input: number) => sale(['m', 'g'], input, { from: day });
    const prices = [from('2026-12-01', 4), from('2026-11-01', 3), sale(['m', 'g'], 1)];
    expect(find(prices, 'm', 'g')).toBe(3);
    expect(find([sale(['m', 'g'], 1), sale(['m', 'g'], 5)], 'm', 'g')).toBe(5);
  });

  it('says so in its source', () => {
    const book = createSalePriceBook([
      sale(['m', 'g'], 1),
      sale(['n', 'g'], 1, { from: '2026-11-01' }),
    ]);
    const sourceOf = (callName: string) => book.find({ group: 'g', callName }, now);
    expect(sourceOf('m')).toMatchObject({ price: { source: 'sale price' } });
    expect(sourceOf('n')).toMatchObject({ price: { source: 'sale price, from 2026-11-01' } });
  });
});
