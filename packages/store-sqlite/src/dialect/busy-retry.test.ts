import { describe, expect, it } from 'vitest';
import { createWritePatience, waitWhileBusy } from './busy-retry.ts';

/** An error as `node:sqlite` throws it. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode });
}

/** A step that fails a number of times and then returns how often it ran. */
function failingStep(times: number, error: Error): () => number {
  let runs = 0;
  return () => {
    runs += 1;
    if (runs <= times) throw error;
    return runs;
  };
}

describe('waiting for a busy file', () => {
  it('fails when the time is up', async () => {
    const busy = sqliteError(5);
    await expect(waitWhileBusy(5, failingStep(1_000, busy))).rejects.toBe(busy);
  });

  it.each([sqliteError(1), sqliteError(6), sqliteError(2067), new Error('locked')])(
    'does not repeat a step for another reason',
    async (error) => {
      await expect(waitWhileBusy(1_000, failingStep(1, error))).rejects.toBe(error);
    },
  );

  it.each([5, 261, 517])('repeats a step that failed with the code %d', async (errcode) => {
    expect(await waitWhileBusy(5_000, failingStep(3, sqliteError(errcode)))).toBe(4);
  });

  it('does not block other work while it waits', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await waitWhileBusy(5_000, failingStep(8, sqliteError(5)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});

describe('writes to a file that stays locked', () => {
  const busy = sqliteError(5);

  it('wait once, then fail at their first try, until one succeeds', async () => {
    const write = createWritePatience(30);
    await expect(write(failingStep(1_000, busy))).rejects.toBe(busy);
    const second = failingStep(1, busy);
    await expect(write(second)).rejects.toBe(busy);
    expect(await write(second)).toBe(2);
    expect(await write(failingStep(3, busy))).toBe(4);
  });

  it('are waited for again after a failure of another kind', async () => {
    const write = createWritePatience(5_000);
    await expect(write(failingStep(1, new Error('full')))).rejects.toThrow('full');
    expect(await write(failingStep(3, busy))).toBe(4);
  });
});
