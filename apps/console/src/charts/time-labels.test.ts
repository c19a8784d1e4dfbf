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

it('omits labels where there is no room', () => {
  const days = times('2026-11-01T00:00:00Z', 30, 24 * hourMs);
  const few = nameTimes(days, { most: 5.5, language: 'en', zone: 'UTC' });
  expect(few.map(({ index }) => index)).toEqual([0, 6, 12, 18, 24]);
  expect(nameTimes(days, { most: 0, language: 'en', zone: 'UTC' })).toHaveLength(1);
});
