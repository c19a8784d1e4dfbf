import { describe, expect, it } from 'vitest';
import { addDays, dayOf, isZone, readDay, startOf, stepsBetween } from './zone.ts';

const iso = (time: number) => new Date(time).toISOString();

describe('startOf', () => {
  it.each([
    ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22', 'Asia/Shanghai', '2026-11-21T16:00:00.000Z'],
    ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00.000Z'],
    ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z'],
    // The days on which clocks change.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ])('%s in %s', (day, zone, expected) => {
    expect(iso(startOf(day, zone))).toBe(expected);
  });

  it('is the first instant of a day whose midnight is skipped', () => {
    const start = startOf('2018-11-04', 'America/Sao_Paulo');
    expect(iso(start)).toBe('2018-11-04T03:00:00.000Z');
    expect(dayOf(start, 'America/Sao_Paulo')).toBe('2018-11-04');
    expect(dayOf(start - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
  });
});

describe('stepsBetween', () => {
  it('returns every day once where clocks change', () => {
    const from = startOf('2026-10-24', 'Europe/Berlin');
    const until = startOf('2026-10-28', 'Europe/Berlin');
    const days = stepsBetween({ from, until, step: 'day' }, 'Europe/Berlin');
    expect(days.map((day) => dayOf(day, 'Europe/Berlin'))).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
      '2026-10-27',
    ]);
    expect(stepsBetween({ from, until, step: 'hour' }, 'Europe/Berlin')).toHaveLength(4 * 24 + 1);
  });
});

describe('names and days from an address', () => {
  it('are rejected when they do not exist', () => {
    expect([isZone('Mars/Olympus'), isZone('Europe/Berlin')]).toEqual([false, true]);
    expect(['2026-02-30', 'today', '2026-2-1'].map(readDay)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(readDay('2024-02-29')).toBe('2024-02-29');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  });
});
