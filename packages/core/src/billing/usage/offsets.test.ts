import { describe, expect, it } from 'vitest';
import { createCalendar } from './days.ts';
import { listOffsets } from './offsets.ts';

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

  it('of no time at all are those of its start', () => {
    const at = Date.parse('2026-07-01T00:00:00Z');
    const spans = listOffsets(createCalendar('Europe/Berlin'), { from: at, until: at });
    expect(spans).toEqual([{ from: -Infinity, until: Infinity, offsetMs: 7_200_000 }]);
  });
});
