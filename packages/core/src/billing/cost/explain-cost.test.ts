import fc from 'fast-check';
import { noUsage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { type FoundPrice, readPrice } from '../../models/pricing/price.ts';
import { costOf } from './cost.ts';
import { explainCharge, explainCost } from './explain-cost.ts';

const found = readPrice(
  {
    input: 3,
    output: 15,
    cache_read: 0.3,
    tiers: [{ above: 200_000, input: 6, output: 22.5, cache_read: 0.6 }],
  },
  'catalogue of 2026-09-23',
);

function explain(price: FoundPrice, usage: object, multiplier = 1_000_000) {
  return explainCost(costOf(price, { ...noUsage, ...usage }, multiplier).arithmetic);
}

describe('explainCost', () => {
  it('never throws on unreadable data', () => {
    const unread = ['How this cost came about cannot be read.'];
    for (const text of ['', 'null', '{}', '[1', '{"price":"known","lines":[["gold",1,1]]}']) {
      expect(explainCost(text)).toEqual(unread);
    }
    fc.assert(fc.property(fc.json(), (text) => explainCost(text).length > 0));
  });

  it('shows every step of the charge', () => {
    expect(explain(found, { input: 1_234, cacheRead: 50_000, output: 56 })).toEqual([
      '1,234 input tokens × $3.00/M = $0.003702',
      '50,000 cache-read tokens × $0.30/M = $0.015',
      '56 output tokens × $15.00/M = $0.00084',
      'Prices: catalogue of 2026-09-23',
      'Charged: $0.019542, rounded up to a billionth of a dollar',
    ]);
  });

  it.each([
    ['input', 'input', '3.00'],
    ['cacheRead', 'cache-read', '0.30'],
    ['cacheWrite5m', 'cache-write (5 min)', '3.75'],
    ['cacheWrite1h', 'cache-write (1 h)', '6.00'],
    ['output', 'output', '15.00'],
    ['reasoning', 'reasoning', '15.00'],
  ])('names tokens by their kind: %s', (kind, name, rate) => {
    const [line = ''] = explain(found, { [kind]: 7 });
    expect(line.startsWith(`7 ${name} tokens × $${rate}/M = $`)).toBe(true);
  });

  it('names the tier and the multiplier where there is one', () => {
    expect(explain(found, { input: 200_001 }, 1_250_000)).toEqual([
      '200,001 input tokens × $6.00/M = $1.200006',
      'Prices: catalogue of 2026-09-23, for prompts above 200,000 tokens',
      '$1.200006 × 1.25 (group)',
      'Charged: $1.5000075, rounded up to a billionth of a dollar',
    ]);
  });

  it('names audio, images and each service, whose factors the prices include', () => {
    const media = { audio_output: 60, image_output: 30 };
    const fast = readPrice({ input: 3, output: 15, ...media, services: { fast: 2 } }, 'x');
    const usage = {
      ...{ output: 12, audio: { input: 0, output: 4 }, image: { input: 0, output: 2 } },
      services: ['fast', 'us'],
    };
    const lines = [
      '6 output tokens × $30.00/M = $0.00018',
      '4 audio output tokens × $120.00/M = $0.00048',
      '2 image output tokens × $60.00/M = $0.00012',
    ];
    const named = ['Service: fast, × 2', 'Service: us, × 1'];
    const charged = 'Charged: $0.00078, rounded up to a billionth of a dollar';
    expect(explain(fast, usage)).toEqual([...lines, 'Prices: x', ...named, charged]);
    const { arithmetic } = costOf(fast, { ...noUsage, ...usage }, 1_000_000);
    expect(explainCharge(arithmetic)).toEqual([...lines, ...named, charged]);
  });

  it('names each fee, and those without a price, and multiplies no fee by a service', () => {
    const price = readPrice(
      { input: 3, output: 15, services: { fast: 2 }, fees: { web_search: 10, request: 0.5 } },
      'x',
    );
    const usage = { input: 1_000, services: ['fast'], toolUses: { web_search: 2, maps: 1 } };
    expect(explain(price, usage)).toEqual([
      '1,000 input tokens × $6.00/M = $0.006',
      '2 web searches × $10.00/1,000 = $0.02',
      '1 reply with maps: no price, not charged',
      '1 request × $0.50/1,000 = $0.0005',
      ...['Prices: x', 'Service: fast, × 2'],
      'Charged: $0.0265, rounded up to a billionth of a dollar',
    ]);
    const { arithmetic } = costOf(price, { ...noUsage, ...usage }, 1_500_000);
    expect(explainCharge(arithmetic)).toEqual([
      '1,000 input tokens × $9.00/M = $0.009',
      '2 web searches × $15.00/1,000 = $0.03',
      '1 reply with maps: no price, not charged',
      '1 request × $0.75/1,000 = $0.00075',
      'Service: fast, × 2',
      'Charged: $0.03975, rounded up to a billionth of a dollar',
    ]);
  });

  it('shows a whole multiplier without decimals', () => {
    expect(explain(found, { input: 1_000_000 }, 2_000_000)).toContain('$6.00 × 2 (group)');
  });

  it('marks estimates', () => {
    expect(explain(found, { output: 10, estimated: true })[0]).toBe(
      'about 10 output tokens × $15.00/M = $0.00015',
    );
  });

  it('says when the source of a price was not kept', () => {
    const kept = { price: 'known', lines: [['input', 1, 1_000_000]], multiplier: 1_000_000 };
    expect(explainCost(JSON.stringify(kept))).toContain('Prices: not stated');
  });

  it('explains why nothing is charged', () => {
    expect(explain({ kind: 'free' }, { input: 5 })).toEqual([
      '5 input tokens',
      'This model is free.',
    ]);
    expect(explain({ kind: 'unknown' }, { reasoning: 5 })).toEqual([
      '5 reasoning tokens',
      'This model had no price: nothing is charged until it has one.',
    ]);
  });

  it('shows every digit of a very small price', () => {
    const tiny = readPrice({ input: 0.000_000_001, output: 1 }, 'configuration');
    expect(explain(tiny, { input: 1 })).toEqual([
      '1 input tokens × $0.000000001/M = $0.000000000000001',
      'Prices: configuration',
      'Charged: $0.000000001, rounded up to a billionth of a dollar',
    ]);
  });
});

describe('explainCharge', () => {
  const explainPaid = (price: FoundPrice, usage: object, multiplier: number) =>
    explainCharge(costOf(price, { ...noUsage, ...usage }, multiplier).arithmetic);

  it('shows the charged prices, and neither the list prices nor the multiplier', () => {
    expect(explainPaid(found, { input: 200_001, output: 1 }, 1_250_000)).toEqual([
      '200,001 input tokens × $7.50/M = $1.5000075',
      '1 output tokens × $28.125/M = $0.000028125',
      'Charged: $1.500035625, rounded up to a billionth of a dollar',
    ]);
  });

  it('explains why nothing is charged, and never throws', () => {
    expect(explainPaid({ kind: 'free' }, { input: 5 }, 1)).toEqual([
      '5 input tokens',
      'This model is free.',
    ]);
    expect(explainCharge('{}')).toEqual(['How this cost came about cannot be read.']);
  });
});
