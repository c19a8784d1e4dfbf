import { expect, it } from 'vitest';
import { chooseBodyBytes } from './body-memory.ts';

const mebibyte = 1024 * 1024;
const choose = (workers: number, mebibytes: number) =>
  chooseBodyBytes(workers, mebibytes * mebibyte) / mebibyte;

it('holds the bodies for which the memory is enough', () => {
  expect(choose(1, 1_088)).toBe(256);
  expect(choose(2, 2_176)).toBe(256);
  expect(choose(1, 64 * 1_024)).toBe(512);
});

it('always has room for a large one', () => {
  expect(choose(1, 192)).toBe(32);
  expect(choose(64, 4_096)).toBe(32);
});

it('finds out what the process may use', () => {
  expect(chooseBodyBytes(1)).toBeGreaterThanOrEqual(32 * mebibyte);
});
