/** Expects that a ledger neither exceeds a limit nor rejects what it could grant; used by `ledger-trial.ts`. */
import { expect } from 'vitest';
import type { ReserveOutcome } from '../store/index.ts';

interface Fairness {
  readonly full: number;
  readonly least: number;
  readonly last: boolean;
  /** What the tightest limit leaves, with and without the reservations of others. */
  readonly available: number;
  readonly free: number;
}

/** Expects that no grant exceeds a limit, and that no request is rejected that could be granted. */
export function expectFair(
  outcome: ReserveOutcome,
  { full, least, last, available, free }: Fairness,
) {
  switch (outcome.kind) {
    case 'granted':
      expect(outcome.nanoUsd).toBe(full === 0 ? 0 : Math.min(full, free));
      expect(outcome.nanoUsd).toBeGreaterThanOrEqual(least);
      if (outcome.nanoUsd < full) expect(last || full > available).toBe(true);
      return;
    case 'held':
      expect(last).toBe(false);
      expect(least).toBeLessThanOrEqual(available);
      expect(free).toBeLessThan(full);
      return;
    case 'refused':
      expect(free).toBeLessThan(least);
      if (!last) expect(available).toBeLessThan(least);
  }
}
