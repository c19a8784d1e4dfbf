import { describe, expect, it } from 'vitest';
import type { KeyLimits, KeyState } from '../../store/index.ts';
import { sampleNow as now, sampleStates } from '../../testing/ledger-samples.ts';
import { keyWith } from '../../testing/slices-trial.ts';
import { describeQuota, describeWindows, keyStatus } from './key-limits.ts';

const hour = 3_600_000;
const dollar = 1_000_000_000;

function stateOf(nanoUsd: number, tokens = 0, windows: KeyState['windows'] = {}): KeyState {
  return sampleStates({ quota: { startedAt: 0, nanoUsd, tokens }, windows }).key;
}

describe('the status of a key', () => {
  const money: KeyLimits = { quota: { nanoUsd: 9, reset: 'none' } };
  const tokens: KeyLimits = { quota: { tokens: 9, reset: 'none' } };
  const window: KeyLimits = { windows: { '5h': 9 } };
  const begun = (ago: number, nanoUsd: number) =>
    stateOf(0, 0, { '5h': { startedAt: now - ago, nanoUsd } });

  it.each<[KeyLimits, KeyState, string]>([
    [{}, stateOf(99, 99), 'active'],
    [money, stateOf(8, 99), 'active'],
    [money, stateOf(9), 'quota_exhausted'],
    [tokens, stateOf(99, 8), 'active'],
    [tokens, stateOf(0, 9), 'quota_exhausted'],
    [window, stateOf(99, 99), 'active'],
    [window, begun(hour, 8), 'active'],
    [window, begun(hour, 9), 'quota_exhausted'],
    [window, begun(5 * hour - 1, 9), 'quota_exhausted'],
    [window, begun(5 * hour, 9), 'active'],
    [{ windows: { '1d': 9 } }, begun(hour, 99), 'active'],
  ])('with %j follows its state: %j', (limits, state, status) => {
    expect(keyStatus(keyWith(limits), state, now)).toBe(status);
  });

  it('is that it is disabled, and then that it is expired, whatever it has used', () => {
    const used = keyWith(money);
    expect(keyStatus({ ...used, expiresAt: now + 1 }, stateOf(9), now)).toBe('quota_exhausted');
    expect(keyStatus({ ...used, expiresAt: now }, stateOf(9), now)).toBe('expired');
    expect(keyStatus({ ...used, expiresAt: now, disabled: true }, stateOf(9), now)).toBe(
      'disabled',
    );
  });
});

describe('what the limits of a key leave', () => {
  it('is told with the end of the period that is counted, if it began while the clock was ahead', () => {
    const startedAt = Date.parse('2026-11-24T00:00:00Z');
    const { key } = sampleStates({
      quota: { startedAt, nanoUsd: 0, tokens: 3, reset: 'day' },
    });
    const told = describeQuota(keyWith({ quota: { tokens: 9, reset: 'day' } }), key, now);
    expect(told.quota).toMatchObject({ used: 3, reset_at: '2026-11-25T00:00:00.000Z' });
  });

  it('is told in money, in tokens, or in both', () => {
    const both = { nanoUsd: 5 * dollar, tokens: 100, reset: 'day' } as const;
    const state = stateOf(2 * dollar, 130);
    const resetAt = { reset_at: '2026-11-22T00:00:00.000Z' };
    const money = { limit: 5, used: 2, remaining: 3, unit: 'USD', ...resetAt };
    const tokens = { limit: 100, used: 130, remaining: 0, unit: 'tokens', ...resetAt };
    const told = (quota: KeyLimits['quota']) => describeQuota(keyWith({ quota }), state, now);
    expect(told(both)).toEqual({ quota: money, token_quota: tokens });
    expect(told({ nanoUsd: 5 * dollar, reset: 'day' })).toEqual({ quota: money });
    expect(told({ tokens: 100, reset: 'day' })).toEqual({ quota: tokens });
    expect(told({ nanoUsd: dollar, reset: 'none' })).toEqual({
      quota: { limit: 1, used: 2, remaining: 0, unit: 'USD' },
    });
    expect([told({ reset: 'day' }), told(undefined)]).toEqual([{}, {}]);
  });

  it('is all of a window that has ended or has not begun', () => {
    const startedAt = now - 5 * hour;
    const limits = { windows: { '5h': 3 * dollar, '1d': 4 * dollar, '7d': 5 * dollar } };
    const windows = {
      '5h': { startedAt, nanoUsd: dollar },
      '1d': { startedAt, nanoUsd: dollar },
    };
    const unused = { used: 0, window_start: null };
    expect(describeWindows(keyWith(limits), stateOf(0, 0, windows), now)).toEqual([
      { window: '5h', limit: 3, remaining: 3, ...unused },
      {
        ...{ window: '1d', limit: 4, used: 1, remaining: 3 },
        window_start: '2026-11-21T07:00:00.000Z',
        reset_at: '2026-11-22T07:00:00.000Z',
      },
      { window: '7d', limit: 5, remaining: 5, ...unused },
    ]);
    expect(describeWindows(keyWith({}), stateOf(0, 0, windows), now)).toEqual([]);
  });
});
