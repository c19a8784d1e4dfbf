import { describe, expect, it } from 'vitest';
import { sampleStates } from '../../testing/ledger-samples.ts';
import { applyCredit } from './credit.ts';

const { account } = sampleStates({}, { granted: 100, spent: 60, reserved: 30 });

function credit(nanos: number, kind: 'top-up' | 'adjustment' = 'adjustment') {
  return applyCredit(account, { id: 'c', kind, accountId: 'a', nanos });
}

describe('a credit', () => {
  it.each([0, 0.5, Number.NaN, Infinity, 2 ** 53, Number.MAX_SAFE_INTEGER])(
    'of %d is refused',
    (nanos) => {
      expect(() => credit(nanos)).toThrow(RangeError);
    },
  );

  it('is no top-up below 0', () => {
    expect(() => credit(-1, 'top-up')).toThrow(RangeError);
  });

  it('takes away what is free and not more', () => {
    expect(credit(-10).granted).toBe(90);
    expect(() => credit(-11)).toThrow(RangeError);
  });

  it('adds to what was granted', () => {
    expect(credit(5, 'top-up')).toEqual({ ...account, granted: 105 });
  });
});
