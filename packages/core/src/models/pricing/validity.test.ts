import { describe, expect, it } from 'vitest';
import { beginsBefore, holdsAt } from './price.ts';

const at = (time: string) => Date.parse(time);

describe('holdsAt', () => {
  it('is always valid without dates', () => {
    expect(holdsAt({}, 0)).toBe(true);
  });

  it('begins with its day in UTC', () => {
    expect(holdsAt({ from: '2026-03-01' }, at('2026-02-28T23:59:59.999Z'))).toBe(false);
    expect(holdsAt({ from: '2026-03-01' }, at('2026-03-01T00:00:00Z'))).toBe(true);
  });

  it.each([
    ['00:29', false],
    ['00:30', true],
    ['16:29', true],
    ['16:30', false],
  ])('at %s a span of the day gives %s', (time, holds) => {
    const hours = { from: '00:30', until: '16:30' };
    expect(holdsAt({ hours }, at(`2026-03-01T${time}:59Z`))).toBe(holds);
  });

  it.each([
    ['22:00', true],
    ['03:00', true],
    ['05:00', false],
    ['21:59', false],
  ])('at %s a span over midnight gives %s', (time, holds) => {
    const hours = { from: '22:00', until: '05:00' };
    expect(holdsAt({ hours }, at(`2026-03-01T${time}:00Z`))).toBe(holds);
  });

  it.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-23', true],
  ])('on %s a price for working days gives %s', (day, holds) => {
    const validity = { days: [1, 2, 3, 4, 5] };
    expect(holdsAt(validity, at(`${day}T00:00:00Z`))).toBe(holds);
    expect(holdsAt(validity, at(`${day}T23:59:59Z`))).toBe(holds);
  });

  it('requires both dates when both are set', () => {
    const validity = { from: '2026-03-01', hours: { from: '10:00', until: '11:00' } };
    expect(holdsAt(validity, at('2026-02-01T10:30:00Z'))).toBe(false);
    expect(holdsAt(validity, at('2026-04-01T09:30:00Z'))).toBe(false);
    expect(holdsAt(validity, at('2026-04-01T10:30:00Z'))).toBe(true);
  });
});

describe('beginsBefore', () => {
  it('sorts prices without a start date first', () => {
    const later = { from: '2026-01-02' };
    const sorted = [later, { from: '2026-01-01' }, {}].sort(beginsBefore);
    expect(sorted).toEqual([{}, { from: '2026-01-01' }, later]);
  });
});
