import { expect, it } from 'vitest';
import { createPause } from './pause.ts';

/** How long a call takes, in milliseconds. */
function measure(run: () => void): number {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

it('a thread that has worked for long enough pauses', () => {
  const pause = createPause({ workMs: 0, pauseMs: 20 });
  expect(measure(pause)).toBeGreaterThan(19);
  expect(measure(pause)).toBeGreaterThan(19);
});

it('a thread that has not worked for long goes on', () => {
  const hourMs = 3_600_000;
  const pause = createPause({ workMs: hourMs, pauseMs: hourMs });
  expect(measure(pause)).toBeLessThan(hourMs);
});
