import { describe, expect, it } from 'vitest';
import { periodOf } from './period.ts';

const now = Date.parse('2026-11-22T20:00:00Z');
const zone = 'Asia/Shanghai';

describe('periodOf', () => {
  it('swaps reversed days, and shortens a range that is too long', () => {
    const period = periodOf(
      { range: 'custom', from: '2026-03-02', until: '2026-03-01', zone },
      now,
    );
    expect([period.firstDay, period.lastDay]).toEqual(['2026-03-01', '2026-03-02']);
    const long = periodOf({ range: 'custom', from: '1990-01-01', until: '2026-03-01', zone }, now);
    expect(long.firstDay > '2023').toBe(true);
  });

  it('has no hourly steps where they would be too many', () => {
    expect(periodOf({ range: 'quarter', step: 'hour', zone }, now).step).toBe('hour');
    const year = { range: 'custom', from: '2025-11-01', until: '2026-11-01', zone } as const;
    expect(periodOf({ ...year, step: 'hour' }, now).step).toBe('day');
  });

  it('ends with the current day in the chosen zone', () => {
    const period = periodOf({ range: 'today', zone }, now);
    expect([period.firstDay, period.step]).toEqual(['2026-11-23', 'hour']);
    expect(period.from).toBe(Date.parse('2026-11-22T16:00:00Z'));
    expect(period.until - period.from).toBe(86_400_000);
    const week = periodOf({ zone }, now);
    expect([week.firstDay, week.lastDay, week.step]).toEqual(['2026-11-17', '2026-11-23', 'day']);
  });

  it('is compared with as much time before it, without the part that is yet to come', () => {
    const hours = 3_600_000;
    const today = periodOf({ range: 'today', zone }, now);
    expect(today.before).toEqual({ from: today.from - 24 * hours, until: today.from - 20 * hours });
    const yesterday = periodOf({ range: 'yesterday', zone }, now);
    expect(yesterday.lastDay).toBe('2026-11-22');
    expect(yesterday.until).toBe(today.from);
    expect(yesterday.before).toEqual({ from: yesterday.from - 24 * hours, until: yesterday.from });
    const future = { range: 'custom', from: '2027-01-01', until: '2027-01-02', zone } as const;
    const { before } = periodOf(future, now);
    expect(before.until).toBe(before.from);
  });
});
