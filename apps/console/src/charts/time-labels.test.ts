import { expect, it } from 'vitest';
import { nameTimes } from './time-labels.ts';

const hourMs = 3_600_000;
const times = (first: string, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(first) + index * step);

it('names days in the chosen zone', () => {
  const days = times('2026-11-21T16:00:00Z', 3, 24 * hourMs);
  const shanghai = nameTimes(days, { most: 10, language: 'en', zone: 'Asia/Shanghai' });
  expect(shanghai.map(({ text }) => text)).toEqual(['Nov 22', 'Nov 23', 'Nov 24']);
});

it('names hours, and the day at midnight', () => {
  const hours = times('2026-11-21T22:00:00Z', 4, hourMs);
  const names = nameTimes(hours, { most: 10, language: 'en', zone: 'UTC' });
  expect(names.map(({ text }) => text)).toEqual(['22:00', '23:00', 'Nov 22', '01:00']);
});

it('names the same hours of each day where there is no room for all', () => {
  const hours = times('2026-11-01T05:00:00Z', 3 * 24, hourMs);
  const names = nameTimes(hours, { most: 12, language: 'en', zone: 'Asia/Kolkata' });
  expect(names.map(({ text }) => text).slice(0, 5)).toEqual([
    '12:30',
    '18:30',
    'Nov 2',
    '06:30',
    '12:30',
  ]);
});

it('names only midnights where hours are too many, in equal distances', () => {
  const month = times('2026-10-26T05:00:00Z', 30 * 24, hourMs);
  const names = nameTimes(month, { most: 12, language: 'en', zone: 'UTC' });
  expect(names.map(({ text }) => text).slice(0, 3)).toEqual(['Oct 27', 'Oct 30', 'Nov 2']);
  expect(names).toHaveLength(10);
});

it('names all days when the first has 23 hours', () => {
  const days = ['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', '2026-03-31T00:00+02:00'];
  const names = nameTimes(days.map(Date.parse), { most: 9, language: 'en', zone: 'Europe/Berlin' });
  expect(names.map(({ text }) => text)).toEqual(['Mar 29', 'Mar 30', 'Mar 31']);
});

it('omits labels where there is no room', () => {
  const days = times('2026-11-01T00:00:00Z', 30, 24 * hourMs);
  const few = nameTimes(days, { most: 5.5, language: 'en', zone: 'UTC' });
  expect(few.map(({ index }) => index)).toEqual([0, 6, 12, 18, 24]);
  expect(nameTimes(days, { most: 0, language: 'en', zone: 'UTC' })).toHaveLength(1);
});
