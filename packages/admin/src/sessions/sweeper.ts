/** Takes away sessions and links that have ended. */
import type { Clock, Logger } from '@parley/core/extension';
import type { SessionStore } from '@parley/core/store';

/** The pause between two sweeps, in milliseconds. */
const pauseMs = 10 * 60_000;

/** Sweeps when it was not done for a while. Never rejects. */
export type SessionSweeper = () => Promise<void>;

export function createSessionSweeper(
  store: Pick<SessionStore, 'deleteExpiredSessions'>,
  clock: Clock,
  log: Logger,
): SessionSweeper {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonic() - sweptAt < pauseMs) return;
    sweptAt = clock.monotonic();
    try {
      await store.deleteExpiredSessions(clock.now());
    } catch (cause) {
      log('warn', 'Sessions that have ended could not be taken away.', { cause });
    }
  };
}
