import type { Clock } from '../ports.ts';

const windowMs = 60_000;
const allowedPerWindow = 60;
const capacity = 10_000;

/** Counts refused credentials by network address, so that guessing keys becomes pointless. */
export interface GuessLimit {
  /** Seconds to wait, 1 to 60, when the address has guessed too often; else `undefined`. */
  blockedFor(address: string): number | undefined;
  record(address: string): void;
}

export function createGuessLimit(clock: Clock): GuessLimit {
  const guesses = new Map<string, { count: number; since: number }>();

  const current = (address: string): { count: number; since: number } | undefined => {
    const entry = guesses.get(address);
    return entry !== undefined && clock.monotonic() - entry.since < windowMs ? entry : undefined;
  };

  return {
    blockedFor(address) {
      const entry = current(address);
      if (entry === undefined || entry.count < allowedPerWindow) return undefined;
      return Math.max(1, Math.ceil((entry.since + windowMs - clock.monotonic()) / 1_000));
    },
    record(address) {
      const entry = current(address);
      if (entry !== undefined) {
        entry.count += 1;
        return;
      }
      guesses.delete(address);
      guesses.set(address, { count: 1, since: clock.monotonic() });
      const oldest = guesses.size > capacity ? guesses.keys().next().value : undefined;
      if (oldest !== undefined) guesses.delete(oldest);
    },
  };
}
