import { describe, expect, it } from 'vitest';
import { findRows, foldCallNames, formatPrice, sortRows, type CallName } from './model-rows.ts';

function createName(fields: Partial<CallName>): CallName {
  return {
    object: 'call_name',
    name: 'smart',
    model: 'smart',
    group: 'assistants',
    fingerprint: null,
    display_name: 'Our best',
    owned_by: 'anthropic',
    max_input_tokens: null,
    max_output_tokens: null,
    accepts_images: null,
    price: null,
    price_source: null,
    price_varies: false,
    free: false,
    targets: [{ upstream: 'claude', model: 'sonnet', priority: 0, weight: 1, state: 'untried' }],
    ...fields,
  };
}

describe('the models of a scope', () => {
  it('keeps models of the same name apart that belong to different groups', () => {
    const rows = foldCallNames([
      createName({}),
      createName({ group: 'guests', name: 'g1/smart', fingerprint: 'g1' }),
    ]);
    expect(rows.map(({ bare, prefixed }) => [bare, prefixed])).toEqual([
      ['smart', null],
      [null, 'g1/smart'],
    ]);
  });

  it('has one row for the bare name, the one with the fingerprint and matching rules', () => {
    const [row, ...others] = foldCallNames([
      createName({ name: 'code/smart', fingerprint: 'code', display_name: 'Our best (code)' }),
      createName({ name: 'gpt-5-codex' }),
      createName({}),
    ]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      bare: 'smart',
      prefixed: 'code/smart',
      aliases: ['gpt-5-codex'],
      entry: { display_name: 'Our best' },
    });
  });

  it('finds rows by any name, vendor or target', () => {
    const rows = foldCallNames([
      createName({}),
      createName({ model: 'house', name: 'house', owned_by: 'us', targets: [] }),
    ]);
    const find = (query: string) => findRows(rows, query).map(({ bare }) => bare);
    expect(find(' ')).toEqual(['smart', 'house']);
    expect(find('US')).toEqual(['house']);
    expect(find('claude/son')).toEqual(['smart']);
    expect(find('nothing')).toEqual([]);
  });
});

describe('a price', () => {
  it('is never rounded', () => {
    expect(formatPrice('0.0375')).toBe('$0.0375');
    expect(formatPrice('3')).toBe('$3.00');
    expect(formatPrice('16.2')).toBe('$16.20');
    expect(formatPrice('1000')).toBe('$1,000.00');
  });
});

describe('sortRows', () => {
  const price = (input: string) => ({ price: { input } as CallName['price'] });
  const rows = foldCallNames([
    createName({ name: 'b', model: 'b', ...price('10') }),
    createName({ name: 'unknown', model: 'unknown' }),
    createName({ name: 'a', model: 'a', ...price('9.5') }),
    createName({ name: 'free', model: 'free', free: true }),
  ]);
  it.each([
    [undefined, ['b', 'unknown', 'a', 'free']],
    ['constructor', ['b', 'unknown', 'a', 'free']],
    ['input', ['free', 'a', 'b', 'unknown']],
    ['-input', ['b', 'a', 'free', 'unknown']],
    ['name', ['a', 'b', 'free', 'unknown']],
  ])('orders by %s, with unknown prices last', (sort, names) => {
    expect(sortRows(rows, sort).map(({ bare }) => bare)).toEqual(names);
  });
});
