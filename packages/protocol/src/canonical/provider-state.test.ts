import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrapProviderState, wrapProviderState, type ProviderState } from './provider-state.ts';

const pack = (value: unknown) =>
  `parley1.${btoa(typeof value === 'string' ? value : JSON.stringify(value))}`;

describe('unwrapProviderState', () => {
  it.each([
    '',
    'EqQBCkYIBxgC',
    'parley1.',
    'parley1.***',
    'parley2.W10',
    pack('nonsense'),
    pack('\xff\xfe'),
    pack({ vendor: 'a', kind: 'plain', data: '' }),
    pack(['a', 'plain']),
    pack(['a', 'other', 'x']),
    pack(['a', 'plain', 1]),
    pack([1, 'plain', 'x']),
  ])('does not take %j for one of ours', (text) => {
    expect(unwrapProviderState(text)).toBeUndefined();
  });

  it('restores what wrapProviderState wrapped, in URL-safe characters', () => {
    const text = fc.string({ unit: 'binary' });
    const providerState: fc.Arbitrary<ProviderState> = fc.record({
      vendor: text,
      kind: fc.constantFrom('signature', 'redacted', 'plain'),
      data: text,
    });
    fc.assert(
      fc.property(providerState, (state) => {
        const packed = wrapProviderState(state);
        expect(packed).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(unwrapProviderState(packed)).toEqual(state);
      }),
    );
  });
});
