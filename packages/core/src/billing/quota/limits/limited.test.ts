import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../../store/index.ts';
import { account, keyWith } from '../../../testing/slices-trial.ts';
import { allowsOverdraft, isLimited, limitsMoney, limitsUse, needsPrice } from './limited.ts';

describe('a key', () => {
  it.each<[limits: KeyLimits, isLimited: readonly boolean[]]>([
    [{}, [false, false, false]],
    [{ quota: { reset: 'day' } }, [false, false, false]],
    [{ windows: {} }, [false, false, false]],
    [{ requestsPerMinute: 1 }, [true, false, false]],
    [{ tokensPerMinute: 1 }, [true, false, false]],
    [{ concurrency: 1 }, [true, false, false]],
    [{ quota: { tokens: 1, reset: 'none' } }, [true, true, false]],
    [{ quota: { nanoUsd: 1, reset: 'none' } }, [true, true, true]],
    [{ windows: { '7d': 1 } }, [true, true, true]],
  ])('with %j is limited, in its use, and in money: %j', (limits, expected) => {
    const caller = { key: keyWith(limits), account };
    expect([isLimited(caller), limitsUse(caller), limitsMoney(caller)]).toEqual(expected);
    const prepaid = { ...caller, account: { ...account, prepaid: true } };
    expect([isLimited(prepaid), limitsUse(prepaid), limitsMoney(prepaid)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    [undefined, false, true],
    [undefined, true, false],
    ['none', false, false],
    ['one-call', true, true],
  ] as const)(
    'with the overdraft %s of an account that is prepaid, %s, may exceed a limit: %s',
    (overdraft, prepaid, allows) => {
      expect(allowsOverdraft(overdraft, { prepaid })).toBe(allows);
    },
  );

  it('needs a price where money is limited or unknown prices are refused', () => {
    const money = { key: keyWith({ windows: { '1d': 1 } }), account };
    const free = { key: keyWith({}), account };
    expect(needsPrice({ unknownPrices: 'refuse' })).toBe(true);
    expect(needsPrice({ unknownPrices: 'refuse' }, free)).toBe(true);
    expect(needsPrice({ unknownPrices: 'quarantine' }, money)).toBe(true);
    expect(needsPrice({ unknownPrices: 'quarantine' }, free)).toBe(false);
    expect(needsPrice({ unknownPrices: 'quarantine' })).toBe(false);
  });
});
