import { expect, test } from 'vitest';
import { fillDays, startOfDay } from './days.ts';

const now = new Date(2026, 2, 3, 15).getTime();
const sum = { requests: 2, input_tokens: 30, output_tokens: 12, amount: '0.25' };

test('a day without usage is zero, not absent', () => {
  const { times, values } = fillDays([], { now, days: 3, figure: 'requests' });
  expect(times.map((time) => new Date(time).getDate())).toEqual([1, 2, 3]);
  expect(values).toEqual([0, 0, 0]);
});

test('sums belong to the local day in which they began', () => {
  const time = new Date(2026, 2, 2, 0).toISOString();
  const sums = [
    { ...sum, time },
    { ...sum, time: new Date(2026, 2, 3, 14, 45).toISOString() },
    { ...sum, time: new Date(2026, 2, 3, 15).toISOString() },
  ];
  const read = (figure: 'amount' | 'requests' | 'tokens') =>
    fillDays(sums, { now, days: 3, figure }).values;
  expect(read('requests')).toEqual([0, 2, 4]);
  expect(read('tokens')).toEqual([0, 42, 84]);
  expect(read('amount')).toEqual([0, 0.25, 0.5]);
});

test('days begin at midnight, also a month back', () => {
  expect(startOfDay(now, 3)).toEqual(new Date(2026, 1, 28));
});
