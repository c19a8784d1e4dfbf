/** The check of `parley doctor` that compares the clocks of this machine and of PostgreSQL. */
import { compareClock, findStoreUrl, type ClockDifference } from '@parley/host';
import type { Session } from '../session.ts';
import { runCheck, type Finding, type Outcome } from './doctor-checks.ts';

/** A difference in milliseconds that does not matter. */
const harmlessMs = 5_000;

/** There is nothing to compare with without PostgreSQL. */
export async function checkClock({ loaded, environment }: Session): Promise<readonly Finding[]> {
  const url = findStoreUrl(loaded.configuration, environment);
  if (url === undefined) return [];
  return [await runCheck('clock', async () => describeClock(await compareClock(url)))];
}

/** What a difference means for the gateway, which takes some times from one clock and some from the other. */
export function describeClock({ aheadMs, errorMs }: ClockDifference): Outcome {
  if (Math.abs(aheadMs) <= harmlessMs + errorMs) {
    return { state: 'good', message: 'It agrees with that of the database.' };
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const message =
    `That of this machine is ${String(seconds)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the database, ` +
    'so keys expire, prices change and records are dated at a wrong time. Synchronize both with NTP.';
  return { state: 'warning', message };
}
