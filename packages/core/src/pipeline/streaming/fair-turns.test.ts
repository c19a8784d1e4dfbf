import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

describe('streams that never pause', () => {
  it('wait for other work once they have used up their turn together', async () => {
    const turns = createFairTurns();
    expect(turns.use(200_000)).toBeUndefined();
    let hasRun = false;
    setTimeout(() => {
      hasRun = true;
    }, 0);
    await Promise.all([turns.use(70_000), turns.use(65_000)]);
    expect(hasRun).toBe(true);
    expect(turns.use(100_000)).toBeUndefined();
  });

  it('resume in the order in which they began to wait, a turn at a time', async () => {
    const turns = createFairTurns();
    const resumed: number[] = [];
    const waits = Array.from({ length: 5 }, async (_, index) => {
      await turns.use(150_000);
      resumed.push(index);
    });
    setTimeout(() => resumed.push(-1), 0);
    await Promise.all(waits);
    expect(resumed.filter((index) => index >= 0)).toEqual([0, 1, 2, 3, 4]);
    expect(resumed.indexOf(-1)).toBeLessThan(4);
  });

  it('do not hold up a stream that sends a few words at a time', async () => {
    const turns = createFairTurns();
    const waits = Array.from({ length: 300 }, async () => turns.use(100_000));
    expect(turns.use(200)).toBeUndefined();
    await waits[0];
    expect(turns.use(200)).toBeUndefined();
    await Promise.all(waits);
  });

  it('relay a turn in full, and a chunk that is larger at the beginning of one', async () => {
    const turns = createFairTurns();
    expect(turns.use(256 * 1_024 - 20_000)).toBeUndefined();
    expect(turns.use(20_000)).toBeUndefined();
    await turns.use(20_000);
    const beyond = createFairTurns();
    expect(beyond.use(256 * 1_024 - 20_000)).toBeUndefined();
    const late = beyond.use(20_001);
    expect(late).toBeInstanceOf(Promise);
    await late;
    const large = createFairTurns();
    expect(large.use(1_000_000)).toBeUndefined();
    const waiting = large.use(1_000_000);
    expect(waiting).toBeInstanceOf(Promise);
    await waiting;
    await large.use(20_000);
  });

  it('wait for each other by the size of their chunks, of which 16 KiB are large', async () => {
    const turns = createFairTurns();
    const waits = Array.from({ length: 20 }, async () => turns.use(16 * 1_024));
    expect(turns.use(16 * 1_024)).toBeInstanceOf(Promise);
    expect(turns.use(16 * 1_024 - 1)).toBeUndefined();
    await Promise.all(waits);
  });

  it('wait for other work even if they send a few words at a time', async () => {
    const turns = createFairTurns();
    let hasRun = false;
    setTimeout(() => {
      hasRun = true;
    }, 0);
    let wait: Promise<void> | undefined;
    for (let sent = 0; sent < 10_000 && wait === undefined; sent += 1) wait = turns.use(200);
    await wait;
    expect(hasRun).toBe(true);
  });
});
