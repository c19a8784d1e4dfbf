import { setTimeout as sleep } from 'node:timers/promises';
import type { ReserveOutcome, ReservationRequest, Store } from '@parley/core/store';

/** How long a call waits for what others hold, and how long it pauses, in milliseconds. */
const patienceMs = 30_000;
const longestPauseMs = 40;

/** Asks as the gateway does: again and again while others hold what is wanted. */
export async function reserveInTime(
  store: Store,
  request: ReservationRequest,
): Promise<Exclude<ReserveOutcome, { kind: 'held' }>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const last = performance.now() >= deadline;
    const outcome = await store.reserve({ ...request, last });
    if (outcome.kind !== 'held') return outcome;
    if (last) throw new Error('A last question was answered with held.');
    await sleep(Math.random() * longestPauseMs);
  }
}

export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
