import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  arrangeQueue,
  createTestOutbox,
  down,
  settlementOf,
} from '../../../testing/queue-trial.ts';
import { settleLeft } from './settle-left.ts';
import { SettlementBatches } from './settlement-batches.ts';
import { waitingSettlement } from './waiting-settlement.ts';

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
    await vi.advanceTimersByTimeAsync(5_000);
    expect(written).toEqual([]);
    expect(log).toEqual([
      'error: The store is down; settlements are kept for later. {"kept":1,"cause":{"name":"StoreUnavailableError"}}',
    ]);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(log.slice(1)).toEqual([
      'info: The store is available again; it gets the settlements that were kept. {"kept":2,"unrecorded":0}',
    ]);
    expect(written).toEqual(['one', 'two']);
    expect(settled).toEqual(['one', 'two']);
    expect(queue.kept).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gets no late settlements of exchanges without an upstream call', async () => {
    const { queue, lost, log, fail } = arrangeQueue(1);
    fail(down);
    expect(await queue.settle({ ...settlementOf('one'), charges: [] })).toBe(true);
    expect(queue.kept).toBe(0);
    expect(await queue.settle({ ...settlementOf('two'), charges: [] })).toBe(true);
    expect(lost).toEqual(['one', 'two']);
    fail();
    await queue.settle(settlementOf('three'));
    expect(log).toEqual([
      'error: The store is down; settlements are kept for later. {"kept":0,"cause":{"name":"StoreUnavailableError"}}',
      'info: The store is available again; it gets the settlements that were kept. {"kept":0,"unrecorded":2}',
    ]);
  });

  it('leads to a logged loss beyond the capacity of the queue', async () => {
    const { queue, lost, log, fail } = arrangeQueue(1);
    fail(down);
    await queue.settle(settlementOf('one'));
    expect(queue.isFull).toBe(true);
    expect(await queue.settle(settlementOf('two'))).toBe(false);
    expect(lost).toEqual(['two']);
    expect(log.at(-1)).toMatch(
      /^error: A settlement is lost: the store is down and too many wait\. .*"two"/,
    );
    expect(queue.kept).toBe(1);
  });

  it('is tried once more at shutdown, and a loss is logged', async () => {
    const { queue, written, log, fail } = arrangeQueue();
    fail(down);
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toMatch(
      /^error: A settlement is lost: the store was down to the end\. .*"one"/,
    );
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
  expect(await queue.settle(settlementOf('one'))).toBe(true);
  expect(queue.kept).toBe(0);
  expect(settled).toEqual([]);
  expect(lost).toEqual(['one']);
  expect(log[0]).toMatch(/^error: An exchange could not be settled\. .*"one"/);
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
    expect(log.at(-1)).toMatch(
      /^error: A settlement is kept in memory only: the disk does not take it\. .*"one"/,
    );
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

  it('that refuses again and again is logged once for each settlement', async () => {
    const { queue, log } = arrangeQueue(10, createTestOutbox([], true).outbox, { failure: down });
    await Promise.all(['one', 'two'].map((id) => queue.settle(settlementOf(id))));
    await vi.advanceTimersByTimeAsync(60_000);
    const refusals = log.filter((line) => line.includes('kept in memory only'));
    expect(refusals).toEqual([expect.stringMatching(/"one"/), expect.stringMatching(/"two"/)]);
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
    const { outbox, held, disk } = createTestOutbox([]);
    const { queue, log } = arrangeQueue(10, outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toBe(
      'error: Settlements wait on the disk for the next start: the store was down to the end. {"kept":1}',
    );
    expect([held.size, disk.heldAtEnd, vi.getTimerCount()]).toEqual([1, 1, 0]);
  });
});

describe('an outbox that cannot be used', () => {
  it('because it cannot be read is logged, and the store gets what ends from now on', async () => {
    const { outbox } = createTestOutbox([]);
    const readLeft = () => Promise.reject(new Error('EIO'));
    const { queue, written, log } = arrangeQueue(10, { ...outbox, readLeft });
    await queue.settle(settlementOf('one'));
    await queue.flush();
    expect(written).toEqual(['one']);
    expect(log).toEqual([
      'error: The settlements of an earlier process cannot be read. {"cause":{}}',
    ]);
  });

  it('because it cannot be synced is logged as a warning', async () => {
    const { outbox } = createTestOutbox([]);
    const sync = () => Promise.reject(new Error('EIO'));
    const { queue, log, slow } = arrangeQueue(10, { ...outbox, sync });
    slow(new Promise(() => undefined));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(250);
    expect(log).toEqual(['warn: The outbox is written, but not synced. {"cause":{}}']);
  });

  it('because it cannot be synced is logged once when that begins and once when it is over', async () => {
    const { outbox } = createTestOutbox([]);
    let isReadOnly = true;
    const sync = () => (isReadOnly ? Promise.reject(new Error('EROFS')) : Promise.resolve());
    const { queue, log, slow } = arrangeQueue(10, { ...outbox, sync });
    slow(new Promise(() => undefined));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(60_000);
    isReadOnly = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual([
      'warn: The outbox is written, but not synced. {"cause":{}}',
      expect.stringMatching(/^info: The outbox is synced again\./),
    ]);
  });

  it('loses nothing that the store takes while the disk tries', async () => {
    const { outbox } = createTestOutbox([]);
    const append = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      throw new Error('ENOSPC');
    };
    const { queue, written, log, fail } = arrangeQueue(
      10,
      { ...outbox, append },
      { failure: down, durability: 'power' },
    );
    const settled = queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(0);
    fail();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await settled).toBe(true);
    expect([written, queue.isFull]).toEqual([['one'], false]);
    expect(log.join()).not.toContain('memory only');
  });
});

describe('a request that a limit refused', () => {
  const reservation = { id: 'r', isLast: true } as const;

  it('waits for settlements of its key or account that release what they held', async () => {
    for (const key of [
      { id: 'k', accountId: 'other' },
      { id: 'other', accountId: 'a' },
    ]) {
      const { queue, written } = arrangeQueue(10, createTestOutbox([]).outbox);
      await queue.settle({ ...settlementOf('one'), reservation });
      expect(await queue.flushFor(key)).toBe(true);
      expect(written).toEqual(['one']);
      expect(await queue.flushFor(key)).toBe(false);
    }
  });

  it('waits for those that an outage has held up, without a pause, once the store is back', async () => {
    const { queue, written, fail } = arrangeQueue(10, createTestOutbox([]).outbox, {
      failure: down,
    });
    for (const id of ['one', 'two']) await queue.settle({ ...settlementOf(id), reservation });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.kept).toBe(2);
    expect(await queue.flushFor({ id: 'k', accountId: 'a' })).toBe(true);
    expect(queue.kept).toBe(2);
    fail();
    expect(await queue.flushFor({ id: 'k', accountId: 'a' })).toBe(true);
    expect(written).toEqual(['one', 'two']);
    expect(queue.kept).toBe(0);
  });

  it('does not wait for those of others, nor for those that held nothing', async () => {
    const { queue, written } = arrangeQueue(10, createTestOutbox([]).outbox);
    await queue.settle(settlementOf('one'));
    expect(await queue.flushFor({ id: 'k', accountId: 'a' })).toBe(false);
    await queue.settle({ ...settlementOf('two'), reservation });
    expect(await queue.flushFor({ id: 'other', accountId: 'other' })).toBe(false);
    expect(written).toEqual([]);
  });
});

it('a command settles what ended processes left in their outbox, and closes it', async () => {
  const { outbox, held, disk } = createTestOutbox([settlementOf('one'), settlementOf('two')]);
  const taken: number[] = [];
  await settleLeft({
    store: {
      settle: () => Promise.resolve(),
      settleBatch: (batch) => {
        taken.push(batch.length);
        return Promise.resolve([]);
      },
    },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    log: () => undefined,
    outbox,
  });
  expect([taken, held.size, disk.heldAtEnd]).toEqual([[2], 0, 0]);
});

describe('a host without timers', () => {
  it('tries again during requests, but not before the pause is over', async () => {
    const { queue, written, fail } = arrangeQueue(10, undefined, { failure: down });
    await queue.settle(settlementOf('one'));
    fail();
    vi.clearAllTimers();
    await vi.advanceTimersByTimeAsync(999);
    await queue.flushIfDue();
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await queue.flushIfDue();
    expect(written).toEqual(['one']);
  });

  it('writes what waits at once while the store is available', async () => {
    const { queue, written } = arrangeQueue(10, createTestOutbox([]).outbox);
    await queue.settle(settlementOf('one'));
    await queue.flushIfDue();
    expect(written).toEqual(['one']);
  });

  it('writes nothing after it was closed, and starts no timer', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written } = arrangeQueue(10, outbox);
    await queue.close();
    await queue.settle(settlementOf('late'));
    await queue.flushIfDue();
    expect([written, held.size, vi.getTimerCount()]).toEqual([[], 1, 0]);
  });
});

it('tries again after pauses that double up to five seconds, and begin anew after a success', async () => {
  const tries: number[] = [];
  const begun = performance.now();
  const store = { isUp: false };
  const batches = new SettlementBatches({
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    write: async () => {
      tries.push(performance.now() - begun);
      return store.isUp ? new Set() : undefined;
    },
    onEnded: () => undefined,
    onFailed: () => Promise.resolve(),
  });
  batches.add(waitingSettlement(settlementOf('one')));
  await vi.advanceTimersByTimeAsync(18_000);
  expect(tries).toEqual([100, 1_100, 3_100, 7_100, 12_100, 17_100]);
  store.isUp = true;
  await vi.advanceTimersByTimeAsync(5_000);
  store.isUp = false;
  batches.add(waitingSettlement(settlementOf('two')));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(tries.slice(6)).toEqual([22_100, 23_100, 24_100]);
  await batches.close();
});
