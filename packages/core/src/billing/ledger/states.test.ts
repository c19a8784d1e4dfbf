import { describe, expect, it } from 'vitest';
import type { QuotaReset } from '../../store/index.ts';
import { sampleNow as now, sampleStates } from '../../testing/ledger-samples.ts';
import {
  addCount,
  addNanoUsd,
  advanceKeyState,
  emptyAccountState,
  emptyKeyState,
  endOfPeriod,
  startOfPeriod,
} from './states.ts';

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
    const all = { startedAt: 0, nanoUsd: 50, tokens: 60 };
    expect(advanceQuota(today, 'day', 'none')).toEqual(all);
    const { key } = sampleStates({ spent: 50, tokens: 60 });
    expect(advanceKeyState(key, {}, now).quota).toEqual(all);
  });

  it('keeps its count when it becomes longer', () => {
    expect(advanceQuota(today, 'day', 'month')).toEqual({
      startedAt: today,
      nanoUsd: 5,
      tokens: 6,
      reset: 'month',
    });
  });

  it('begins after the time of a change when its usage is unknown', () => {
    expect(advanceQuota(thisMonth, 'month', 'day')).toMatchObject({
      startedAt: now + 1,
      nanoUsd: 0,
    });
    expect(advanceQuota(0, 'none', 'day')).toMatchObject({ startedAt: now + 1, nanoUsd: 0 });
  });

  it('begins at the moment of a change where tokens were used that cost nothing', () => {
    const quota = { startedAt: thisMonth, nanoUsd: 0, tokens: 60, reset: 'month' } as const;
    const { key } = sampleStates({ spent: 0, tokens: 60, quota });
    expect(advanceKeyState(key, { quota: { reset: 'day' } }, now).quota).toEqual({
      startedAt: now + 1,
      nanoUsd: 0,
      tokens: 0,
      reset: 'day',
    });
  });

  it('begins at the moment of a change where money was spent without tokens', () => {
    const { key } = sampleStates({ spent: 50, tokens: 0 });
    expect(advanceKeyState(key, { quota: { reset: 'day' } }, now).quota).toMatchObject({
      startedAt: now + 1,
      nanoUsd: 0,
    });
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

it('new keys and accounts have used nothing', () => {
  expect(emptyKeyState('k', now)).toStrictEqual({
    ...{ keyId: 'k', spent: 0, tokens: 0, requests: 0 },
    ...{ reservedNanoUsd: 0, reservedTokens: 0, running: 0 },
    ...{ quota: { startedAt: 0, nanoUsd: 0, tokens: 0 }, windows: {} },
    ...{ requestsWholeAt: now, tokensWholeAt: now },
  });
  expect(emptyAccountState('a')).toStrictEqual({
    ...{ accountId: 'a', granted: 0, spent: 0, reserved: 0 },
  });
});

describe('sums', () => {
  const most = Number.MAX_SAFE_INTEGER;

  it('of money are exact or refused', () => {
    expect(addNanoUsd(most - 1, 1)).toBe(most);
    expect(() => addNanoUsd(most, 1)).toThrow(
      new RangeError('An amount of money is too large to be stored exactly.'),
    );
  });

  it('of counts end at the largest exact number', () => {
    expect(addCount(most - 2, 1)).toBe(most - 1);
    expect(addCount(most, 5)).toBe(most);
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
    expect(advanceKeyState(key, {}, now).windows).toEqual({});
  });
});

const at = Date.parse;

describe('the periods of a quota', () => {
  it.each([
    ['day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    ['day', '2026-11-21T23:59:59.999Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    ['week', '2026-11-21T12:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['week', '2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['week', '1970-01-02T00:00:00Z', '1969-12-29T00:00:00Z', '1970-01-05T00:00:00Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['month', '2024-02-29T12:00:00Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ] as const)('are in UTC: the %s of %s', (reset, now, ...bounds) => {
    const [start = '', end = ''] = bounds;
    expect(startOfPeriod(reset, at(now))).toBe(at(start));
    expect(endOfPeriod(reset, at(now))).toBe(at(end));
  });

  it('never end where nothing is reset', () => {
    expect(startOfPeriod('none', at('2026-11-21'))).toBe(0);
    expect(endOfPeriod('none', at('2026-11-21'))).toBeUndefined();
    expect(endOfPeriod(undefined, at('2026-11-21'))).toBeUndefined();
  });
});
