import { expect, it } from 'vitest';
import { writeDuration } from './limit-headers.ts';

it.each([
  [-5, '0ms'],
  [0, '0ms'],
  [11.2, '12ms'],
  [999, '999ms'],
  [1_001, '2s'],
  [6_000, '6s'],
  [90_000, '1m30s'],
  [3_600_000, '1h'],
  [3_723_000, '1h2m3s'],
  [7 * 24 * 3_600_000, '168h'],
])('writes %d milliseconds as %s', (milliseconds, written) => {
  expect(writeDuration(milliseconds)).toBe(written);
});
