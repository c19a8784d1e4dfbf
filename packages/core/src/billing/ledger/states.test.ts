import { describe, expect, it } from 'vitest';
import type { QuotaReset } from '../../store/index.ts';
import { sampleNow as now, sampleStates } from '../../testing/ledger-samples.ts';
import { advanceKeyState } from './states.ts';

const today = Date.parse('2026-11-21T00:00:00Z');
const thisWeek = Date.parse('2026-11-16T00:00:00Z');
const thisMonth = Date.parse('2026-11-01T00:00:00Z');

function advanceQuota(startedAt: number, from: QuotaReset, to: QuotaReset) {
  const quota = { startedAt, nanoUsd: 5, tokens: 6, ...(from !== 'none' && { reset: from }) };
  const { key } = sampleStates({ spent: 50, tokens: 60, quota });
  return advanceKeyState(key, { quota: { reset: to } }, now).quota;
}

describe('the period of a quota', () => {
  it('is kept until it ends', () => {
    const counted = { startedAt: today, nanoUsd: 5, tokens: 6, reset: 'day' };
    expect(advanceQuota(today, 'day', 'day')).toEqual(counted);
  });

  it('begins again at its own time, not at that of the request', () => {
    const fresh = { nanoUsd: 0, tokens: 0 };
    expect(advanceQuota(today - 1, 'day', 'day')).toEqual({
      startedAt: today,
      ...fresh,
      reset: 'day',
    });
    expect(advanceQuota(thisWeek - 1, 'week', 'week')).toMatchObject({
      startedAt: thisWeek,
      ...fresh,
    });
    expect(advanceQuota(0, 'month', 'month')).toMatchObject({ startedAt: thisMonth, ...fresh });
  });

  it('counts all usage where it is never reset', () => {
    expect(advanceQuota(today, 'day', 'none')).toEqual({ startedAt: 0, nanoUsd: 50, tokens: 60 });
  });

  it('keeps its count when it becomes longer', () => {
    expect(advanceQuota(today, 'day', 'month')).toEqual({
      startedAt: today,
      nanoUsd: 5,
      tokens: 6,
      reset: 'month',
    });
  });

  it('begins at the time of a change when its usage is unknown', () => {
    expect(advanceQuota(thisMonth, 'month', 'day')).toMatchObject({ startedAt: now, nanoUsd: 0 });
    expect(advanceQuota(0, 'none', 'day')).toMatchObject({ startedAt: now, nanoUsd: 0 });
  });

  it('of an unused key is the current one', () => {
    const { key } = sampleStates();
    expect(advanceKeyState(key, { quota: { reset: 'month' } }, now).quota).toEqual({
      startedAt: thisMonth,
      nanoUsd: 0,
      tokens: 0,
      reset: 'month',
    });
  });
});

describe('windows', () => {
  it('are removed when they have ended, or are no longer limited', () => {
    const hour = 3_600_000;
    const windows = {
      '5h': { startedAt: now - 5 * hour, nanoUsd: 1 },
      '1d': { startedAt: now - 23 * hour, nanoUsd: 2 },
      '7d': { startedAt: now - hour, nanoUsd: 3 },
    };
    const { key } = sampleStates({ windows });
    const advanced = advanceKeyState(key, { windows: { '5h': 9, '1d': 9 } }, now);
    expect(advanced.windows).toEqual({ '1d': windows['1d'] });
  });
});
