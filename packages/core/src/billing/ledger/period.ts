/** Start and end of quota periods: days, weeks and months in UTC. */
import type { QuotaReset } from '../../store/money.ts';

const dayMs = 86_400_000;

/** 1970 began on a Thursday, so this was the first Monday. */
const firstMonday = 4 * dayMs;

/**
 * When the current period of a quota began, in UTC; weeks begin on Monday. A quota that is never reset began
 * in 1970.
 * @param now milliseconds since 1970
 */
export function startOfPeriod(reset: QuotaReset, now: number): number {
  switch (reset) {
    case 'none':
      return 0;
    case 'day':
      return floorTo(now, dayMs);
    case 'week':
      return floorTo(now - firstMonday, 7 * dayMs) + firstMonday;
    case 'month':
      return startOfMonth(now, 0);
  }
}

/**
 * When the next period begins; `undefined` for a quota that is never reset. @param now milliseconds since
 * 1970
 */
export function endOfPeriod(reset: QuotaReset, now: number): number | undefined {
  switch (reset) {
    case 'none':
      return undefined;
    case 'day':
      return startOfPeriod(reset, now) + dayMs;
    case 'week':
      return startOfPeriod(reset, now) + 7 * dayMs;
    case 'month':
      return startOfMonth(now, 1);
  }
}

function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

function startOfMonth(now: number, monthsLater: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater);
}
