import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '@parley/core/memory-store';
import { createCalendar } from '@parley/core/extension';
import { sampleRecord } from '@parley/core/testing';
import { sumUsage, usageQuery, type UsageView } from './usage.ts';

const quarter = 15 * 60_000;
const clock = { now: () => Date.parse('2027-01-01T00:00:00Z'), monotonic: () => 0 };

/** Settles one exchange at each time, alternating between two keys. */
async function arrange(times: readonly number[]) {
  const store = createMemoryStore({ now: clock.now });
  for (const [index, startedAt] of times.entries()) {
    const keyId = `key_${String(index % 2)}`;
    const record = { ...sampleRecord, id: `req_${String(index)}`, keyId, startedAt };
    await store.settle({ record, charges: [], limits: {} });
  }
  const operator = {
    store,
    clock,
    actor: 'cli',
    groups: () => new Set<string>(),
    storedGroups: () => new Set<string>(),
  };
  return (query: object) => sumUsage(operator, usageQuery.parse(query));
}

const countsOf = (sums: readonly UsageView[]) =>
  sums.map(({ time, requests }) => [time?.slice(0, 16), requests]);

/** Every quarter of an hour between two times. */
function quarters(from: string, until: string): readonly number[] {
  const [first, last] = [Date.parse(from), Date.parse(until)];
  return Array.from({ length: (last - first) / quarter }, (_, index) => first + index * quarter);
}

describe('sums by day', () => {
  it('have 23 or 25 hours on days of clock changes', async () => {
    const spring = await arrange(quarters('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z'));
    expect(countsOf(await spring({ by: 'day', time_zone: 'Europe/Berlin' }))).toEqual([
      ['2026-03-27T23:00', 92],
      ['2026-03-28T23:00', 92],
      ['2026-03-29T22:00', 96],
      ['2026-03-30T22:00', 8],
    ]);
    const autumn = await arrange(quarters('2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z'));
    expect(countsOf(await autumn({ by: 'day', time_zone: 'Europe/Berlin' }))).toEqual([
      ['2026-10-23T22:00', 88],
      ['2026-10-24T22:00', 100],
      ['2026-10-25T23:00', 96],
      ['2026-10-26T23:00', 4],
    ]);
  });

  it('begin at midnight also when only a part of the day is requested', async () => {
    const ask = await arrange(quarters('2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z'));
    const query = { by: 'day', time_zone: 'Europe/Berlin', until: '2026-03-29T06:00:00Z' };
    expect(countsOf(await ask({ ...query, from: '2026-03-29T02:00:00Z' }))).toEqual([
      ['2026-03-28T23:00', 16],
    ]);
  });

  it('are in UTC by default, and can be grouped by other dimensions', async () => {
    const ask = await arrange(quarters('2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'));
    const sums = await ask({ by: 'key,day' });
    expect(
      sums.map(({ key_id: key, time, requests }) => [key, time?.slice(0, 10), requests]),
    ).toEqual([
      ['key_0', '2026-03-28', 24],
      ['key_0', '2026-03-29', 24],
      ['key_1', '2026-03-28', 24],
      ['key_1', '2026-03-29', 24],
    ]);
    expect(await ask({ by: 'day', key_id: 'nobody' })).toEqual([]);
  });

  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'America/Havana', 'Asia/Kathmandu'];
  const moments = fc.integer({
    min: Date.parse('2024-01-01T00:00:00Z'),
    max: Date.parse('2026-12-31T00:00:00Z'),
  });

  it('contain each exchange on its day, in every time zone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones, 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/Santiago'),
        fc.array(moments, { minLength: 1, maxLength: 20 }),
        async (zone, times) => {
          const { dayOf, startOf } = createCalendar(zone);
          const expected = new Map<number, number>();
          for (const time of times) {
            const day = startOf(dayOf(time));
            expected.set(day, (expected.get(day) ?? 0) + 1);
          }
          const ask = await arrange(times);
          const sums = await ask({ by: 'day', time_zone: zone });
          const found = sums.map(({ time, requests }) => [Date.parse(time ?? ''), requests]);
          expect(found).toEqual([...expected].sort(([one], [other]) => one - other));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('sums by hour', () => {
  it('keep a repeated hour apart, and omit a skipped hour', async () => {
    const autumn = await arrange(quarters('2026-10-25T00:00:00Z', '2026-10-25T03:00:00Z'));
    const berlin = { by: 'hour', time_zone: 'Europe/Berlin' };
    expect(countsOf(await autumn(berlin))).toEqual([
      ['2026-10-25T00:00', 4],
      ['2026-10-25T01:00', 4],
      ['2026-10-25T02:00', 4],
    ]);
  });

  it('begin at whole hours of the zone', async () => {
    const ask = await arrange(quarters('2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z'));
    expect(countsOf(await ask({ by: 'hour', time_zone: 'Asia/Kathmandu' }))).toEqual([
      ['2026-10-24T23:15', 1],
      ['2026-10-25T00:15', 4],
      ['2026-10-25T01:15', 3],
    ]);
  });

  it('are split where clocks change by half an hour', async () => {
    const ask = await arrange(quarters('2026-10-03T15:00:00Z', '2026-10-03T17:00:00Z'));
    expect(countsOf(await ask({ by: 'hour', time_zone: 'Australia/Lord_Howe' }))).toEqual([
      ['2026-10-03T14:30', 2],
      ['2026-10-03T15:30', 2],
      ['2026-10-03T16:00', 4],
    ]);
  });
});
