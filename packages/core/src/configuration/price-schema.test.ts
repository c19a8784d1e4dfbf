import { describe, expect, it } from 'vitest';
import { configurationJsonSchema } from './schema.ts';
import { mergeConfigurations } from './merge.ts';
import { checkReferences } from './references.ts';
import { configurationSchema } from './schema.ts';

const sound = { match: 'a/m', input: 1, output: 2 };
const tier = { above: 100, input: 2, output: 3 };

/** The path and message of the first problem of a price. */
function findFault(price: object): string {
  const { error } = configurationSchema.safeParse({ prices: [sound, price] });
  const [issue] = error?.issues ?? [];
  return issue === undefined ? 'nothing' : `${issue.path.join('.')}: ${issue.message}`;
}

describe('prices', () => {
  it.each([
    ['no pattern', { input: 1, output: 2 }, 'prices.1.match: Invalid input'],
    ['a model alone', { ...sound, match: 'gpt-5' }, 'prices.1.match: Write <upstream>/<model>'],
    ['a control character', { ...sound, match: 'a/\n' }, 'prices.1.match: Use 1 to 512'],
    ['no price at all', { match: 'a/m' }, 'prices.1.input: This price is missing.'],
    ['half a price', { match: 'a/m', input: 1 }, 'prices.1.output: This price is missing.'],
    ['a negative price', { ...sound, input: -1 }, 'prices.1.input: Too small'],
    ['a price beyond reason', { ...sound, output: 100_001 }, 'prices.1.output: Too big'],
    ['ten decimals', { ...sound, input: 0.0000000001 }, 'prices.1.input: Use at most nine'],
    ['a text', { ...sound, input: '$1' }, 'prices.1.input: Invalid input'],
    ['a day that is none', { ...sound, from: '2026-02-30' }, 'prices.1.from: Write a day'],
    ['a price of a free model', { ...sound, free: true }, 'prices.1.input: A free model'],
    [
      'tiers of a free model',
      { match: '*', free: true, tiers: [tier] },
      'prices.1.tiers: A free model',
    ],
    ['a freedom denied', { ...sound, free: false }, 'prices.1.free: Invalid input'],
    ['an unknown price', { ...sound, cached: 1 }, 'prices.1: Unrecognized key'],
    ['no tiers in a list of them', { ...sound, tiers: [] }, 'prices.1.tiers: Too small'],
    [
      'tiers out of order',
      { ...sound, tiers: [tier, tier] },
      'prices.1.tiers.1.above: Put shorter prompts first.',
    ],
    [
      'a tier that leaves a price out',
      { ...sound, cache_read: 1, tiers: [tier] },
      'prices.1.tiers.0.cache_read: This price is missing.',
    ],
  ])('refuse %s', (_, price, fault) => {
    expect(findFault(price)).toContain(fault);
  });

  it.each([
    ['two prices', sound],
    ['freedom', { match: '*', free: true }],
    ['a price of nothing', { match: '*/x', input: 0, output: 0 }],
    ['nine decimals', { ...sound, input: 0.123456789 }],
    ['everything', { ...sound, from: '2026-01-31', cache_read: 0.1, reasoning: 4 }],
    ['tiers', { ...sound, tiers: [tier, { ...tier, above: 200 }] }],
  ])('take %s', (_, price) => {
    expect(findFault(price)).toBe('nothing');
  });

  it('must be of an upstream that exists', () => {
    const upstreams = { openai: { provider: 'openai', credential: 'x' } };
    const priceOf = (match: string) => ({ ...sound, match });
    const configuration = configurationSchema.parse({
      upstreams,
      prices: [priceOf('open*/m'), priceOf('*'), priceOf('openai/*'), priceOf('opnai/*')],
    });
    expect(checkReferences(configuration)).toEqual([
      {
        path: ['prices', 3, 'match'],
        message: 'There is no upstream "opnai".',
        suggestion: 'Did you mean openai?',
      },
    ]);
  });

  it('are joined so that the later configuration wins', () => {
    const parse = (value: object) => configurationSchema.parse(value);
    const merged = mergeConfigurations(
      parse({ prices: [sound], pricing: { unknown: 'refuse' } }),
      parse({ prices: [{ ...sound, input: 9 }], pricing: {} }),
    );
    expect(merged.prices?.map(({ input }) => input)).toEqual([1, 9]);
    expect(merged.pricing).toEqual({ unknown: 'refuse' });
    expect(mergeConfigurations(parse({}), parse({}))).not.toHaveProperty('prices');
  });

  it('are part of the JSON Schema', () => {
    expect(configurationJsonSchema()).toMatchObject({
      properties: { prices: { items: { required: ['match'] } }, pricing: { type: 'object' } },
    });
  });
});

describe('pricing', () => {
  it('accepts no other value', () => {
    const { error } = configurationSchema.safeParse({ pricing: { unknown: 'free' } });
    expect(error?.issues[0]?.path).toEqual(['pricing', 'unknown']);
  });
});
