import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arrangeQueue, createTestOutbox, down, settlementOf } from '../../testing/queue-trial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a store that is unavailable', () => {
  it('gets the queued settlements when it is back, in order, each once', async () => {
    const { queue, written, settled, log, fail } = arrangeQueue();
    fail(down);
    await queue.settle(settlementOf('one'));
    await queue.settle(settlementOf('two'));
    expect(queue.kept).toBe(2);
    expect(settled).toEqual([]);
    expect(log[0]).toMatch(/kept for later.*"request_id":"one".*"charged_nano_usd":1/);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(written).toEqual([]);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['one', 'two']);
    expect(settled).toEqual(['one', 'two']);
    expect(queue.kept).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gets no late settlements of exchanges without an upstream call', async () => {
    const { queue, lost, log, fail } = arrangeQueue(1);
    fail(down);
    await queue.settle({ ...settlementOf('one'), charges: [] });
    expect(queue.kept).toBe(0);
    expect(lost).toEqual(['one']);
    expect(log[0]).toMatch(/is not recorded.*"one"/);
  });

  it('leads to a logged loss beyond the capacity of the queue', async () => {
    const { queue, lost, log, fail } = arrangeQueue(1);
    fail(down);
    await queue.settle(settlementOf('one'));
    expect(queue.isFull).toBe(true);
    expect(await queue.settle(settlementOf('two'))).toBe(false);
    expect(lost).toEqual(['two']);
    expect(log.at(-1)).toMatch(/is lost.*"two"/);
    expect(queue.kept).toBe(1);
  });

  it('is tried once more at shutdown, and a loss is logged', async () => {
    const { queue, written, log, fail } = arrangeQueue();
    fail(down);
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toMatch(/is lost.*"one"/);
    expect(vi.getTimerCount()).toBe(0);
    fail();
    expect(written).toEqual([]);
  });
});

it('reports each settlement that the store has, once', async () => {
  const { queue, written, settled, log } = arrangeQueue();
  expect(await queue.settle(settlementOf('one'))).toBe(true);
  expect([written, settled, log]).toEqual([['one'], ['one'], []]);
});

it('drops settlements that no store can accept', async () => {
  const { queue, settled, lost, log, fail } = arrangeQueue();
  fail(new RangeError('too large'));
  await queue.settle(settlementOf('one'));
  expect(queue.kept).toBe(0);
  expect(settled).toEqual([]);
  expect(lost).toEqual(['one']);
  expect(log[0]).toMatch(/could not be settled/);
});

describe('an outbox', () => {
  it('keeps settlements until the store has them', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written, fail } = arrangeQueue(10, outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    expect([...held.keys()]).toEqual(['one']);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['one']);
    expect(held.size).toBe(0);
  });

  it('returns the settlements of an earlier process', async () => {
    const { outbox, held } = createTestOutbox([settlementOf('early'), settlementOf('later')]);
    const { queue, written, fail } = arrangeQueue(10, outbox, { failure: down });
    await vi.advanceTimersByTimeAsync(1);
    expect(queue.kept).toBe(2);
    expect(held.size).toBe(2);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['early', 'later']);
    expect(held.size).toBe(0);
  });

  it('that fails is logged, and the queue stays in memory', async () => {
    const { queue, written, log, fail } = arrangeQueue(10, createTestOutbox([], true).outbox, {
      failure: down,
    });
    await queue.settle(settlementOf('one'));
    expect(log.some((line) => line.includes('in memory only'))).toBe(true);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['one']);
  });

  it('that refuses leaves nothing recorded, so no more is accepted until it or the store does', async () => {
    const { outbox, held, disk } = createTestOutbox([], true);
    const { queue } = arrangeQueue(10, outbox, { failure: down });
    expect(await queue.settle(settlementOf('one'))).toBe(false);
    expect(queue.isFull).toBe(true);
    disk.isFull = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([...held.keys()]).toEqual(['one']);
    expect(queue.isFull).toBe(false);
    expect(await queue.settle(settlementOf('two'))).toBe(true);
    disk.isFull = true;
    expect(await queue.settle(settlementOf('three'))).toBe(false);
  });

  it('that refuses is forgotten once the store has everything', async () => {
    const { queue, written, fail } = arrangeQueue(10, createTestOutbox([], true).outbox, {
      failure: down,
    });
    await queue.settle(settlementOf('one'));
    fail();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toEqual(['one']);
    expect(queue.isFull).toBe(false);
  });

  it('that refuses to the end is said to lose what it did not take', async () => {
    const { queue, log } = arrangeQueue(10, createTestOutbox([], true).outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toMatch(/is lost.*"one"/);
  });

  it('logs at shutdown that nothing is lost', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, log } = arrangeQueue(10, outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toMatch(/wait on the disk for the next start.*"kept":1/);
    expect(held.size).toBe(1);
  });
});
