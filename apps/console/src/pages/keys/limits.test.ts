import { expect, test } from 'vitest';
import { fullestLimit, listLimits } from './limits.ts';

const limits = {
  quota: null,
  windows: {},
  requests_per_minute: null,
  tokens_per_minute: null,
  concurrency: null,
};
const usage = {
  spent: '3',
  tokens: 900,
  requests: 4,
  reserved: '0',
  running: 2,
  quota: { spent: '1.5', tokens: 400, started_at: null },
  windows: { '5h': { spent: '0.5', started_at: '2026-01-01T00:00:00.000Z' } },
};

test('a key without limits shows none', () => {
  expect(listLimits({ limits, usage })).toEqual([]);
  expect(fullestLimit({ limits, usage })).toBeUndefined();
});

test('each limit is shown with its usage in its own period', () => {
  const key = {
    limits: {
      quota: { amount: '5', tokens: 1_000, reset: 'month' as const },
      windows: { '5h': '1', '7d': '9' },
      requests_per_minute: 60,
      tokens_per_minute: null,
      concurrency: 4,
    },
    usage,
  };
  expect(listLimits(key)).toEqual([
    { name: 'amount', unit: 'dollars', used: '1.5', most: '5' },
    { name: 'tokens', unit: 'count', used: '400', most: '1000' },
    { name: '5h', unit: 'dollars', used: '0.5', most: '1' },
    { name: '7d', unit: 'dollars', used: '0', most: '9' },
    { name: 'requests_per_minute', unit: 'count', used: null, most: '60' },
    { name: 'concurrency', unit: 'count', used: '2', most: '4' },
  ]);
  expect(fullestLimit(key)).toMatchObject({ name: '5h' });
});

test('a limit of 0 is full, not a division by zero', () => {
  const key = {
    limits: { ...limits, quota: { amount: '0', tokens: 1_000, reset: 'none' as const } },
    usage,
  };
  expect(fullestLimit(key)).toMatchObject({ name: 'amount' });
});
