/** The clock of the machine, for hosts that provide none. */
import type { Clock } from './ports.ts';

/** The machine's own clocks. Everything else in core asks the clock it was given. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
