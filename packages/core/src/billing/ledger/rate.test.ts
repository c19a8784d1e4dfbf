import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeWholeAt, fitsAt, fitsNow, rateStanding, takeRate, type Rate } from './rate.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;

/** Takes one after the other until nothing fits, and returns how many were taken. */
function drain(rate: Rate, time: number): { readonly count: number; readonly rate: Rate } {
  let current = rate;
  let count = 0;
  while (fitsNow(current, 1, time) && count < 200_000) {
    current = { ...current, wholeAt: takeRate(current, 1, time) };
    count += 1;
  }
  return { count, rate: current };
}

describe('a limit per minute', () => {
  it.each([1, 2, 3, 7, 9, 14, 60, 61, 999])('allows exactly %d at once', (perMinute) => {
    expect(drain({ perMinute, wholeAt: 0 }, now).count).toBe(perMinute);
  });

  it('refills steadily', () => {
    const { rate } = drain({ perMinute: 6, wholeAt: 0 }, now);
    expect(fitsAt(rate, 1)).toBe(now + 10_000);
    expect(fitsNow(rate, 1, now + 9_998)).toBe(false);
    // One millisecond is tolerated.
    expect(fitsNow(rate, 1, now + 9_999)).toBe(true);
    expect(drain(rate, now + 10_000).count).toBe(1);
    expect(drain(rate, now + 30_000).count).toBe(3);
    expect(drain(rate, now + hour).count).toBe(6);
  });

  it('allows one request above its size when it is full, which is repaid over time', () => {
    const whole = { perMinute: 1_000, wholeAt: now };
    expect(fitsNow({ ...whole, wholeAt: now + 100 }, 5_000, now)).toBe(false);
    expect(fitsNow(whole, 5_000, now)).toBe(true);
    const owing = { ...whole, wholeAt: takeRate(whole, 5_000, now) };
    expect(owing.wholeAt).toBe(now + 300_000);
    expect(fitsAt(owing, 1_000)).toBe(owing.wholeAt);
    expect(rateStanding(owing, now)).toEqual({
      limit: 1_000,
      remaining: 0,
      wholeAt: owing.wholeAt,
    });
  });

  it('is repaid within an hour, whatever usage is reported', () => {
    expect(changeWholeAt(now, 1e30, now)).toBe(now + hour);
    expect(changeWholeAt(now + 2 * hour, 5, now)).toBe(now + 2 * hour);
  });

  it('gets unused tokens back', () => {
    const taken = takeRate({ perMinute: 1_000, wholeAt: now }, 600, now);
    expect(changeWholeAt(taken, -36_000, now + 1_000)).toBe(now);
  });

  it('charges usage beyond the estimate from now on', () => {
    expect(changeWholeAt(now - hour, 500, now)).toBe(now + 500);
    expect(changeWholeAt(now + 50, 500, now)).toBe(now + 550);
    expect(changeWholeAt(now - hour, 1, now)).toBe(now + 1);
  });

  it('stays as it is where the estimate was right', () => {
    expect(changeWholeAt(now - hour, 0, now)).toBe(now - hour);
  });

  it('reports the remaining amount', () => {
    const rate = { perMinute: 60, wholeAt: 0 };
    expect(rateStanding(rate, now)).toEqual({ limit: 60, remaining: 60, wholeAt: now });
    const wholeAt = takeRate(rate, 1, now);
    expect(rateStanding({ ...rate, wholeAt }, now + 0.5).remaining).toBe(59);
    expect(rateStanding({ ...rate, wholeAt: now + 0.3 }, now).wholeAt).toBe(now + 1);
  });

  it('holds for any interval and any requests', () => {
    const asks = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 9 })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 50 }), asks, (perMinute, steps) => {
        let rate: Rate = { perMinute, wholeAt: 0 };
        let time = now;
        let taken = 0;
        for (const [pause, count] of steps) {
          time += pause;
          if (!fitsNow(rate, count, time)) continue;
          rate = { perMinute, wholeAt: takeRate(rate, count, time) };
          taken += count;
        }
        expect(taken).toBeLessThanOrEqual(perMinute + ((time - now + 2) * perMinute) / 60_000);
      }),
    );
  });
});
