import { describe, expect, it } from 'vitest';
import { endOfPeriod, startOfPeriod } from './period.ts';

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

  it('never end without a reset', () => {
    expect(startOfPeriod('none', at('2026-11-21'))).toBe(0);
    expect(endOfPeriod('none', at('2026-11-21'))).toBeUndefined();
  });
});
