import { totalmem } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseBodyBytes } from './body-memory.ts';

const mebibyte = 1024 * 1024;
const choose = (workers: number, mebibytes: number) =>
  chooseBodyBytes(workers, mebibytes * mebibyte) / mebibyte;

afterEach(() => {
  vi.restoreAllMocks();
});

it('holds the bodies for which the memory is enough', () => {
  expect(choose(1, 1_088)).toBe(256);
  expect(choose(2, 2_176)).toBe(256);
  expect(choose(1, 64 * 1_024)).toBe(512);
});

it('always has room for a large one', () => {
  expect(choose(1, 192)).toBe(32);
  expect(choose(64, 4_096)).toBe(32);
});

it('finds out what a container allows', () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(608 * mebibyte);
  expect(chooseBodyBytes(1)).toBe(96 * mebibyte);
});

it.each([0, Number.MAX_SAFE_INTEGER])(
  'takes the memory of the machine where nothing limits the process: %d',
  (constrained) => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(constrained);
    // As many workers as leave each of them a share between the least and the most.
    const workers = totalmem() / (800 * mebibyte);
    expect(chooseBodyBytes(workers) / mebibyte).toBeCloseTo(160, 4);
  },
);
