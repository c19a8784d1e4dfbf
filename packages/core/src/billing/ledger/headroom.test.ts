import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitName } from '../../store/index.ts';
import { fitAmount, isNearEnd, type Headroom } from './headroom.ts';

function headroom(total: number, used = 0, reserved = 0): Headroom {
  return { limit: 'key_quota', total, used, reserved };
}

function usedUp(limit: LimitName, resetAt?: number): Headroom {
  return { ...headroom(9, 9), limit, ...(resetAt !== undefined && { resetAt }) };
}

describe('the amount that limits grant', () => {
  const wantedAmount = { full: 10, least: 4, last: false };

  it('is refused when less than the minimum is left, until the limit is reset', () => {
    expect(fitAmount(wantedAmount, [headroom(100, 97)])).toEqual({
      kind: 'refused',
      limit: 'key_quota',
      needed: 10,
      left: 3,
    });
    expect(fitAmount(wantedAmount, [{ ...headroom(100, 97), resetAt: 5 }])).toEqual({
      kind: 'refused',
      limit: 'key_quota',
      retryAt: 5,
      needed: 10,
      left: 3,
    });
  });

  it('is refused without a reset time where the limit is smaller than the minimum', () => {
    const tiny: Headroom = { ...headroom(3, 1), limit: 'window_5h', resetAt: 5 };
    expect(fitAmount(wantedAmount, [tiny])).toEqual({
      kind: 'refused',
      limit: 'window_5h',
      needed: 10,
      left: 2,
    });
    const justEnough: Headroom = { ...headroom(4, 1), resetAt: 5 };
    expect(fitAmount(wantedAmount, [justEnough])).toMatchObject({ left: 3, retryAt: 5 });
  });

  it('is refused where a limit was lowered below the usage', () => {
    expect(fitAmount(wantedAmount, [headroom(100, 130)])).toMatchObject({
      kind: 'refused',
      left: 0,
    });
  });

  it('is refused down to a single unit where nothing is left', () => {
    const unit = { full: 1, least: 1, last: false };
    expect(fitAmount(unit, [headroom(100, 100)])).toMatchObject({ kind: 'refused', left: 0 });
    expect(fitAmount(unit, [headroom(100, 99, 1)])).toEqual({ kind: 'held', limit: 'key_quota' });
    expect(fitAmount({ ...unit, last: true }, [headroom(100, 98, 3)])).toMatchObject({
      ...{ kind: 'refused', isHeld: true, left: 0 },
    });
  });

  it('names the first of those that are reset at the same time, or never', () => {
    const never = [usedUp('key_quota'), usedUp('account_balance')];
    expect(fitAmount(wantedAmount, never)).toMatchObject({ limit: 'key_quota' });
    const at = [usedUp('window_5h', 7), usedUp('window_7d', 7)];
    expect(fitAmount(wantedAmount, at)).toMatchObject({ limit: 'window_5h' });
  });

  it('names the limit that is reset last', () => {
    const headrooms = [usedUp('window_5h', 5), usedUp('window_7d', 7), usedUp('window_1d', 6)];
    expect(fitAmount(wantedAmount, headrooms)).toMatchObject({
      limit: 'window_7d',
      retryAt: 7,
      left: 0,
    });
    expect(fitAmount(wantedAmount, [...headrooms, usedUp('account_balance')])).toEqual({
      needed: 10,
      left: 0,
      kind: 'refused',
      limit: 'account_balance',
    });
  });

  it('does not name a limit that leaves exactly the least', () => {
    const enough: Headroom = { ...headroom(9, 5), limit: 'window_7d', resetAt: 7 };
    const tooLittle: Headroom = { ...headroom(9, 6), limit: 'window_5h', resetAt: 5 };
    expect(fitAmount(wantedAmount, [enough, tooLittle])).toMatchObject({
      limit: 'window_5h',
      retryAt: 5,
    });
  });

  it('is the full amount when it is free', () => {
    expect(fitAmount(wantedAmount, [headroom(100, 60, 30)])).toEqual({
      kind: 'granted',
      amount: 10,
      held: 10,
    });
  });

  it('is `held` while other requests reserve it', () => {
    expect(fitAmount(wantedAmount, [headroom(100, 60, 35)])).toEqual({
      kind: 'held',
      limit: 'key_quota',
    });
    const headrooms: readonly Headroom[] = [
      headroom(100, 60, 35),
      { ...headroom(50, 0, 45), limit: 'window_5h' },
    ];
    expect(fitAmount(wantedAmount, headrooms)).toEqual({ kind: 'held', limit: 'key_quota' });
  });

  it('is `held` where all that is unused would be just enough', () => {
    expect(fitAmount(wantedAmount, [headroom(100, 90, 5)])).toMatchObject({ kind: 'held' });
    expect(fitAmount(wantedAmount, [headroom(100, 91, 5)])).toMatchObject({ amount: 4 });
  });

  it('is the free amount on the last attempt, if that is enough', () => {
    const last = { ...wantedAmount, last: true };
    expect(fitAmount(last, [headroom(100, 60, 35)])).toMatchObject({ kind: 'granted', amount: 5 });
    expect(fitAmount(last, [headroom(100, 60, 37)])).toEqual({
      kind: 'refused',
      limit: 'key_quota',
      isHeld: true,
      needed: 10,
      left: 3,
    });
  });

  it('is smaller when the limit is nearly exhausted', () => {
    expect(fitAmount(wantedAmount, [headroom(100, 95)])).toEqual({
      kind: 'granted',
      amount: 5,
      held: 5,
    });
    expect(fitAmount(wantedAmount, [headroom(100, 92, 4)])).toEqual({
      kind: 'granted',
      amount: 4,
      held: 4,
    });
    expect(fitAmount(wantedAmount, [headroom(100, 92, 5)])).toEqual({
      kind: 'held',
      limit: 'key_quota',
    });
    expect(fitAmount({ ...wantedAmount, last: true }, [headroom(100, 92, 5)])).toEqual({
      kind: 'refused',
      limit: 'key_quota',
      isHeld: true,
      needed: 10,
      left: 3,
    });
  });

  it('is not limited without limits, and nothing is reserved', () => {
    expect(fitAmount(wantedAmount, [])).toEqual({ kind: 'granted', amount: 10, held: 0 });
  });

  it('is never refused for an amount of 0', () => {
    const nothing = { full: 0, least: 0, last: false };
    expect(fitAmount(nothing, [headroom(100, 130, 5)])).toEqual({
      kind: 'granted',
      amount: 0,
      held: 0,
    });
  });

  it('never exceeds a limit, and is between the minimum and the full amount', () => {
    const count = fc.integer({ min: 0, max: 40 });
    const headrooms = fc.array(
      fc
        .tuple(count, count, count)
        .map(([total, used, reserved]) => headroom(total, used, reserved)),
      { minLength: 1, maxLength: 4 },
    );
    const wantedAmounts = fc.tuple(count, count, fc.boolean());
    fc.assert(
      fc.property(wantedAmounts, headrooms, ([some, more, last], limits) => {
        const whole = { full: some + more, least: some, last };
        const fit = fitAmount(whole, limits);
        if (fit.kind !== 'granted' || whole.full === 0) return;
        expect(fit.held).toBe(fit.amount);
        expect(fit.amount).toBeGreaterThanOrEqual(whole.least);
        expect(fit.amount).toBeLessThanOrEqual(whole.full);
        for (const { total, used, reserved } of limits) {
          expect(used + reserved + fit.held).toBeLessThanOrEqual(total);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('a limit is near its end when what is unused covers fewer than three such requests', () => {
  expect(isNearEnd([headroom(100, 70)], 10)).toBe(false);
  expect(isNearEnd([headroom(100, 70, 30)], 10)).toBe(false);
  expect(isNearEnd([headroom(100), headroom(100, 71)], 10)).toBe(true);
  expect(isNearEnd([], 10)).toBe(false);
});
