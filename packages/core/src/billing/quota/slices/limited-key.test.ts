import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../../store/index.ts';
import { sampleAmounts } from '../../../testing/ledger-samples.ts';
import { account, keyWith } from '../../../testing/slices-trial.ts';
import { LimitedKey } from './limited-key.ts';

const limits: KeyLimits = { quota: { nanoUsd: 9, reset: 'day' } };
const amounts = sampleAmounts(10, { tokens: 5, rateTokens: 100 });

describe('what is limited of a key', () => {
  it('stays the same while its limits and its account do, however often they are read', () => {
    const key = keyWith(limits);
    const limited = new LimitedKey({ key, account });
    expect(limited.isSame({ key, account })).toBe(true);
    expect(limited.isSame({ key: keyWith({ ...limits }), account })).toBe(true);
    expect(limited.isSame({ key, account })).toBe(true);
    expect(limited.isSame({ key: keyWith({ concurrency: 1 }), account })).toBe(false);
    expect(limited.isSame({ key: { ...key, accountId: 'b' }, account })).toBe(false);
    expect(limited.isSame({ key, account: { ...account, prepaid: true } })).toBe(false);
  });

  it.each<[string, KeyLimits, object]>([
    ['money', limits, { nanoUsd: 10, tokens: 0, rateMs: 0 }],
    ['money of a window', { windows: { '5h': 9 } }, { nanoUsd: 10, tokens: 0, rateMs: 0 }],
    ['tokens', { quota: { tokens: 9, reset: 'none' } }, { nanoUsd: 0, tokens: 5, rateMs: 0 }],
    ['tokens a minute', { tokensPerMinute: 600 }, { nanoUsd: 0, tokens: 0, rateMs: 10_000 }],
    ['requests', { concurrency: 1 }, { nanoUsd: 0, tokens: 0, rateMs: 0 }],
  ])('takes only that of a slice: %s', (_, own, demand) => {
    const limited = new LimitedKey({ key: keyWith(own), account });
    expect(limited.demandOf(amounts)).toEqual(demand);
    expect(demand).toMatchObject(limited.limitedPart(amounts));
  });

  it('is the money of a prepaid account', () => {
    const prepaid = new LimitedKey({ key: keyWith({}), account: { ...account, prepaid: true } });
    expect(prepaid.demandOf(amounts)).toEqual({ nanoUsd: 10, tokens: 0, rateMs: 0 });
  });
});
