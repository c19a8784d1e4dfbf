import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageStepMs } from '../../store/index.ts';
import { createCalendar, daysBefore, isTimeZone, listDays, listOffsets } from './calendar.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
];

describe('a calendar', () => {
  it('finds the local day of a time', () => {
    const time = Date.parse('2026-04-12T23:30:00Z');
    expect(createCalendar('UTC').dayOf(time)).toBe('2026-04-12');
    expect(createCalendar('Europe/Berlin').dayOf(time)).toBe('2026-04-13');
    expect(createCalendar('America/New_York').dayOf(time)).toBe('2026-04-12');
  });

  it.each([
    ['UTC', '2026-04-12', '2026-04-12T00:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00Z'],
    ['Asia/Kathmandu', '2026-04-12', '2026-04-11T18:15:00Z'],
    // Days without a midnight, and one day with two.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z'],
    // A skipped day begins with the next one.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ])('in %s begins %s at %s', (zone, day, begin) => {
    expect(createCalendar(zone).startOf(day)).toBe(Date.parse(begin));
  });

  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['America/St_Johns', '2026-01-01T00:00:00.5Z', -210],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
  ])('in %s is ahead of UTC at %s by %d minutes', (zone, time, minutes) => {
    expect(createCalendar(zone).offsetOf(Date.parse(time))).toBe(minutes * 60_000);
  });

  it('begins every day at the start of a usage step', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 20_000 }), (zone, days) => {
        const calendar = createCalendar(zone);
        const day = daysBefore('2026-12-31', days % 8_000);
        const start = calendar.startOf(day);
        expect(start % usageStepMs).toBe(0);
        expect(calendar.dayOf(start)).toBe(day);
        expect(calendar.dayOf(start - 1)).not.toBe(day);
      }),
    );
  });
});

describe('listDays', () => {
  it('returns both ends and every day between', () => {
    expect(listDays('2026-02-27', '2026-03-01')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });
});

describe('isTimeZone', () => {
  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
    ['../etc', false],
  ])('of %j is %j', (name, known) => {
    expect(isTimeZone(name)).toBe(known);
  });
});

const year = {
  from: Date.parse('2025-01-01T00:00:00Z'),
  until: Date.parse('2026-01-01T00:00:00Z'),
};

describe('the offsets of a time zone', () => {
  it.each<[string, readonly (readonly [string, number])[]]>([
    ['UTC', [['always', 0]]],
    ['Asia/Kathmandu', [['always', 345]]],
    [
      'Europe/Berlin',
      [
        ['always', 60],
        ['2025-03-30T01:00:00.000Z', 120],
        ['2025-10-26T01:00:00.000Z', 60],
      ],
    ],
    [
      'Australia/Lord_Howe',
      [
        ['always', 660],
        ['2025-04-05T15:00:00.000Z', 630],
        ['2025-10-04T15:30:00.000Z', 660],
      ],
    ],
    // Two changes within five weeks.
    [
      'Africa/Casablanca',
      [
        ['always', 60],
        ['2025-02-23T02:00:00.000Z', 0],
        ['2025-04-06T02:00:00.000Z', 60],
      ],
    ],
  ])('of %s change at these moments', (zone, expected) => {
    const spans = listOffsets(createCalendar(zone), year);
    const found = spans.map(({ from, offsetMs }) => [
      from === -Infinity ? 'always' : new Date(from).toISOString(),
      offsetMs / 60_000,
    ]);
    expect(found).toEqual(expected);
    const ends = [...spans.slice(1).map(({ from }) => from), Infinity];
    expect(spans.map(({ until }) => until)).toEqual(ends);
  });

  it('of an empty range are those of its start', () => {
    const at = Date.parse('2026-07-01T00:00:00Z');
    const spans = listOffsets(createCalendar('Europe/Berlin'), { from: at, until: at });
    expect(spans).toEqual([{ from: -Infinity, until: Infinity, offsetMs: 7_200_000 }]);
  });
});
