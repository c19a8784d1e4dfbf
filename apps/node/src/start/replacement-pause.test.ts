import { expect, it } from 'vitest';
import { ReplacementPause } from './replacement-pause.ts';

it('replaces a worker that has served for a while at once, also when both end at the same moment', () => {
  const pause = new ReplacementPause();
  expect([pause.take(60_000), pause.take(5_000)]).toEqual([0, 0]);
});

it('pauses longer for each worker that fails soon, up to half a minute', () => {
  const pause = new ReplacementPause();
  const pauses = [0, 4_999, 10, 0, 0, 0, 0].map((servedMs) => pause.take(servedMs));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

it('begins anew after a worker that has served for a while', () => {
  const pause = new ReplacementPause();
  expect([0, 0, 5_000, 0].map((servedMs) => pause.take(servedMs))).toEqual([
    1_000, 2_000, 0, 1_000,
  ]);
});
