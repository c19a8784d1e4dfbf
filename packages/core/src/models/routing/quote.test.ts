import { expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { quotePrice } from './quote.ts';
import { createSnapshot } from './snapshot.ts';

const upstream = {
  provider: 'openai-compatible',
  base_url: 'http://a/v1',
  models: ['x', 'y', 'z'],
};
const snapshot = createSnapshot(
  configurationSchema.parse({
    upstreams: { first: upstream, second: upstream, third: upstream },
    models: {
      m: {
        targets: [
          { upstream: 'first', model: 'x' },
          { upstream: 'second', model: 'x', priority: 1 },
          { upstream: 'third', model: 'x', priority: 2 },
        ],
      },
    },
    prices: [
      { match: 'second/x', input: 2, output: 2 },
      { match: 'third/x', input: 3, output: 3 },
      { match: 'second/z', input: 2, output: 2, fees: { web_search: 10 } },
    ],
    sale_prices: [
      { group: 'sold', model: 'm', input: 9, output: 9 },
      { group: 'sold', model: 'second/z', input: 9, output: 9 },
      { group: 'plain', model: 'second/z', input: 9, output: 9, fees: { web_search: 0 } },
    ],
    groups: { sold: { multiplier: 2 }, plain: { multiplier: 1.5 } },
  }),
);

function quote(name: string, callName = 'm') {
  const { multiplier = 0 } = snapshot.groups.get(name) ?? {};
  const targets = snapshot.routes.get(callName)?.targets ?? [];
  return quotePrice(snapshot, { group: { name, multiplier }, callName, targets }, 0);
}

it('the price of a call name is that of its first target with a price, times the multiplier', () => {
  expect(quote('plain')).toMatchObject({ multiplier: 1_500_000, isSalePrice: false });
  expect(quote('plain').price).toEqual(
    quotePrice(
      snapshot,
      {
        group: { name: 'plain', multiplier: 1 },
        callName: 'm',
        targets: snapshot.routes.get('second/x')?.targets ?? [],
      },
      0,
    ).price,
  );
});

it('the sale price of a group does not depend on its multiplier', () => {
  const sold = quote('sold');
  expect(sold).toMatchObject({ multiplier: 1_000_000, isSalePrice: true });
  expect(sold.price).not.toEqual(quote('plain').price);
});

it('the price of a call name without any priced target is unknown', () => {
  expect(quote('plain', 'y')).toEqual({
    ...{ price: { kind: 'unknown' }, multiplier: 1_500_000, isSalePrice: false },
  });
});

it('a sale price has the fees that it states, or else those of the list price', () => {
  expect(quote('sold', 'second/z').price).toMatchObject({
    price: { rates: { input: 9_000_000_000 }, fees: { web_search: 10_000_000_000_000 } },
  });
  expect(quote('plain', 'second/z').price).toMatchObject({ price: { fees: { web_search: 0 } } });
});
