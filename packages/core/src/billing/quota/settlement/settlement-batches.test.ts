import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  arrangeQueue,
  createTestOutbox,
  down,
  settlementOf,
} from '../../../testing/queue-trial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the end of an exchange that the outbox has', () => {
  it('does not wait for the store, which gets all of a tenth of a second at once', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written, batches } = arrangeQueue(10, outbox);
    for (const id of ['one', 'two', 'three']) {
      expect(await queue.settle(settlementOf(id))).toBe(true);
    }
    expect([written.length, held.size]).toEqual([0, 3]);
    await vi.advanceTimersByTimeAsync(100);
    expect(written).toEqual(['one', 'two', 'three']);
    expect(batches).toEqual([3]);
    expect(held.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for the store where a power cut must lose nothing', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written } = arrangeQueue(10, outbox, { durability: 'power' });
    await queue.settle(settlementOf('one'));
    expect(written).toEqual(['one']);
    expect(held.size).toBe(0);
  });

  it('is synced before it is sent where a power cut must lose nothing and the store is down', async () => {
    const { outbox, disk } = createTestOutbox([]);
    const { queue } = arrangeQueue(10, outbox, { failure: down, durability: 'power' });
    expect(await queue.settle(settlementOf('one'))).toBe(true);
    expect(disk.synced).toEqual(['one']);
  });

  it('waits for the store while the disk is full, which is logged once', async () => {
    const { outbox, disk } = createTestOutbox([], true);
    const { queue, written, log } = arrangeQueue(10, outbox);
    expect(await queue.settle(settlementOf('one'))).toBe(true);
    expect(await queue.settle(settlementOf('two'))).toBe(true);
    expect(written).toEqual(['one', 'two']);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(
      /^error: The outbox takes no settlements; the ends of exchanges wait for the store\. /,
    );
    expect(queue.isFull).toBe(false);
    disk.isFull = false;
    await queue.settle(settlementOf('three'));
    expect(written).toHaveLength(2);
    await queue.flush();
    expect(written).toHaveLength(3);
  });

  it('is not an outage, however many settlements wait for the next batch', async () => {
    const { queue, written, log } = arrangeQueue(10, createTestOutbox([]).outbox);
    for (let serial = 0; serial < 10; serial += 1) {
      await queue.settle(settlementOf(String(serial)));
    }
    expect([queue.isFull, queue.kept, written.length]).toEqual([false, 0, 0]);
    expect(log).toEqual([]);
  });

  it('waits for the store when more settlements wait than may be kept', async () => {
    const { queue, written } = arrangeQueue(2, createTestOutbox([]).outbox);
    await queue.settle(settlementOf('one'));
    await queue.settle(settlementOf('two'));
    expect(written).toEqual([]);
    await queue.settle(settlementOf('three'));
    expect(written).toEqual(['one', 'two', 'three']);
  });

  it('reaches the store at once when another exchange waits for what it releases', async () => {
    const waits = { on: false };
    const parts = { isAwaited: () => waits.on };
    const { queue, settled } = arrangeQueue(10, createTestOutbox([]).outbox, parts);
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual([]);
    waits.on = true;
    await queue.settle(settlementOf('two'));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual(['one', 'two']);
  });

  it('is in the store after a flush, also when a batch is under way', async () => {
    const { queue, written, batches, slow } = arrangeQueue(10, createTestOutbox([]).outbox);
    slow(new Promise((resolve) => setTimeout(resolve, 500)));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(100);
    await queue.settle(settlementOf('two'));
    const flushed = queue.flush().then(() => [...written]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await flushed).toEqual(['one', 'two']);
    expect(batches).toEqual([1, 1]);
  });

  it('is written, and reported once, when the batch before it ends after the next', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written, settled, slow } = arrangeQueue(10, outbox);
    slow(new Promise((resolve) => setTimeout(resolve, 40_000)));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(35_000);
    slow();
    await queue.settle(settlementOf('two'));
    await queue.flushIfDue();
    await vi.advanceTimersByTimeAsync(4_950);
    await queue.settle(settlementOf('three'));
    // The first batch ends before the next one begins.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toEqual(['one', 'two', 'one', 'three']);
    expect(settled).toEqual(['one', 'two', 'three']);
    expect(held.size).toBe(0);
  });

  it('is written at once when 128 wait, while no batch is under way', async () => {
    const { queue, batches, slow } = arrangeQueue(10_000, createTestOutbox([]).outbox);
    const settle = async (name: string, count: number) => {
      for (let serial = 0; serial < count; serial += 1) {
        await queue.settle(settlementOf(`${name}${String(serial)}`));
      }
    };
    slow(new Promise((resolve) => setTimeout(resolve, 500)));
    await settle('a', 127);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches).toEqual([]);
    await settle('b', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches).toEqual([128]);
    await settle('c', 300);
    await vi.advanceTimersByTimeAsync(499);
    expect(batches).toEqual([128]);
    await vi.advanceTimersByTimeAsync(2);
    expect(batches).toEqual([128, 300]);
  });

  it('follows at once where the batch before it took longer than a tenth of a second', async () => {
    const { queue, batches, slow } = arrangeQueue(10, createTestOutbox([]).outbox);
    slow(new Promise((resolve) => setTimeout(resolve, 300)));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(100);
    await queue.settle(settlementOf('two'));
    await vi.advanceTimersByTimeAsync(199);
    expect(batches).toEqual([1]);
    await vi.advanceTimersByTimeAsync(2);
    expect(batches).toEqual([1, 1]);
  });

  it('waits for the rest of the tenth of a second where the batch before it was fast', async () => {
    const { queue, batches, slow } = arrangeQueue(10, createTestOutbox([]).outbox);
    slow(new Promise((resolve) => setTimeout(resolve, 140)));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(100);
    await queue.settle(settlementOf('two'));
    await vi.advanceTimersByTimeAsync(99);
    expect(batches).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([1, 1]);
  });

  it('is written in batches of a thousand at most', async () => {
    const { queue, written, batches } = arrangeQueue(10_000, createTestOutbox([]).outbox);
    const all = Array.from({ length: 2_500 }, (_, serial) => settlementOf(String(serial)));
    await Promise.all(all.map((settlement) => queue.settle(settlement)));
    await queue.flush();
    expect(written).toHaveLength(2_500);
    expect(Math.max(...batches)).toBe(1_000);
  });

  it('is kept when the store turns out to be down, and synced within a quarter of a second', async () => {
    const { outbox, held, disk } = createTestOutbox([]);
    const { queue, written, log, lost, fail } = arrangeQueue(10, outbox, { failure: down });
    expect(await queue.settle(settlementOf('one'))).toBe(true);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(disk.synced).toEqual(['one']);
    expect([queue.kept, held.size]).toEqual([1, 1]);
    expect(log).toHaveLength(1);
    expect(log[0]).toBe(
      'error: The store is down; settlements are kept for later. {"kept":1,"cause":{"name":"StoreUnavailableError"}}',
    );
    await queue.settle(settlementOf('two'));
    await vi.advanceTimersByTimeAsync(250);
    expect(disk.synced).toEqual(['one', 'two']);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([written, lost]).toEqual([['one', 'two'], []]);
    expect([queue.kept, held.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  it('is synced when the store does not answer', async () => {
    const { outbox, disk } = createTestOutbox([]);
    const { queue, slow } = arrangeQueue(10, outbox);
    slow(new Promise(() => undefined));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(250);
    expect(disk.synced).toEqual(['one']);
  });

  it('is dropped from the outbox when no store can accept it', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, lost } = arrangeQueue(10, outbox, {
      failure: new RangeError('too large'),
    });
    await queue.settle(settlementOf('one'));
    await queue.flush();
    expect(lost).toEqual(['one']);
    expect(held.size).toBe(0);
  });

  it('is in the store after a shutdown', async () => {
    const { outbox, held } = createTestOutbox([settlementOf('earlier')]);
    const { queue, written, log } = arrangeQueue(10, outbox);
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(written).toEqual(['earlier', 'one']);
    expect([held.size, log.length]).toEqual([0, 0]);
  });

  it('is in the store after a shutdown during which those of an earlier process are read', async () => {
    const { outbox, held, disk } = createTestOutbox([settlementOf('earlier')]);
    const readLeft = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return outbox.readLeft();
    };
    const { queue, written } = arrangeQueue(10, { ...outbox, readLeft });
    const closed = queue.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await closed;
    expect([written, held.size, vi.getTimerCount()]).toEqual([['earlier'], 0, 0]);
    expect(disk.heldAtEnd).toBe(0);
  });
});
