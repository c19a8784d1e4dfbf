/** Reserves with retries; used by the child process and the tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReserveOutcome, ReservationRequest, Store } from '@parley/core/store';

/** Maximum time for retries, in milliseconds; `longestPauseMs` is the maximum pause between two. */
const timeoutMs = 30_000;
const longestPauseMs = 40;

/** Retries as the gateway does while other reservations hold the requested amount. */
export async function reserveInTime(
  store: Store,
  request: ReservationRequest,
): Promise<Exclude<ReserveOutcome, { kind: 'held' }>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const last = performance.now() >= deadline;
    const outcome = await store.reserve({ ...request, last });
    if (outcome.kind !== 'held') return outcome;
    if (last) throw new Error('A last attempt returned held.');
    await sleep(Math.random() * longestPauseMs);
  }
}

export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
