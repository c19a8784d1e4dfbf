import { describe, expect, it } from 'vitest';
import { describeClock } from './doctor-clock.ts';

describe('the clock of this machine', () => {
  it.each([
    [0, 1],
    [5_000, 0],
    [-5_400, 500],
  ])('may differ by %i ms when the answer is exact to %i ms', (aheadMs, errorMs) => {
    expect(describeClock({ aheadMs, errorMs }).state).toBe('good');
  });

  it.each([
    [42_000, '42 s behind that'],
    [-86_400_000, '86400 s ahead of that'],
  ])('is wrong when that of the database is %i ms ahead', (aheadMs, words) => {
    expect(describeClock({ aheadMs, errorMs: 20 })).toEqual({
      state: 'warning',
      message: expect.stringContaining(words) as string,
    });
  });
});
