import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mayHoldWrappedProviderState,
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from './provider-state.ts';

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
    const placed = fc.record({
      vendor: text,
      kind: fc.constant('plain' as const),
      data: text,
      field: fc.constantFrom('reasoning', 'thinking'),
    });
    fc.assert(
      fc.property(fc.oneof(providerState, placed), (state) => {
        const packed = wrapProviderState(state);
        expect(packed).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(unwrapProviderState(packed)).toEqual(state);
      }),
    );
  });
});

describe('a request that may hold packed state', () => {
  const state: ProviderState = { vendor: 'openai', kind: 'signature', data: 'abc' };

  it.each([
    JSON.stringify({ signature: wrapProviderState(state) }),
    JSON.stringify({ items: ['parley1.', '1.', wrapProviderState(state)] }),
    JSON.stringify({ signature: btoa(wrapProviderState(state)) }),
  ])('is found: %s', (text) => {
    expect(mayHoldWrappedProviderState(text)).toBe(true);
  });

  it.each([
    '{}',
    '1.',
    '{"a":"1. parley1. is not at the beginning of this text"}',
    '{"a":"aGFybGV5MS"}',
    '{"a":"section 1.1.1"}',
  ])('is not seen in %s', (text) => {
    expect(mayHoldWrappedProviderState(text)).toBe(false);
  });
});
