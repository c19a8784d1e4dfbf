import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arrangeQueue, createTestOutbox, settlementOf } from '../../../testing/queue-trial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an account that another session of the database has locked', () => {
  it('keeps its own settlements waiting, and no others', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written, settled, log, lock } = arrangeQueue(10, outbox);
    lock('a');
    await queue.settle(settlementOf('a-1', 'a'));
    await queue.settle(settlementOf('b-1', 'b'));
    await vi.advanceTimersByTimeAsync(100);
    expect(written).toEqual(['b-1']);
    await queue.settle(settlementOf('a-2', 'a'));
    await queue.settle(settlementOf('b-2', 'b'));
    await vi.advanceTimersByTimeAsync(100);
    expect([settled, [...held.keys()]]).toEqual([
      ['b-1', 'b-2'],
      ['a-1', 'a-2'],
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log).toEqual([
      'error: Another session of the database keeps an account locked; its settlements are kept for later. {"account_id":"a"}',
    ]);
    expect([queue.isFull, queue.kept]).toEqual([false, 0]);
    lock();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(settled).toEqual(['b-1', 'b-2', 'a-1', 'a-2']);
    expect(log.slice(1)).toEqual([
      'info: The account is no longer locked; its settlements are in the store. {"account_id":"a"}',
    ]);
    expect([held.size, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('does not hold up a flush, of which every other settlement is in the store', async () => {
    const { queue, written, lock } = arrangeQueue(10, createTestOutbox([]).outbox);
    lock('a');
    await queue.settle(settlementOf('b-1', 'b'));
    await queue.settle(settlementOf('a-1', 'a'));
    await queue.flush();
    await queue.flush();
    expect(written).toEqual(['b-1']);
    await queue.settle(settlementOf('b-2', 'b'));
    await queue.flush();
    expect(written).toEqual(['b-1', 'b-2']);
  });

  it('does not end the wait of others where the end of an exchange waits for the store', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written, lock } = arrangeQueue(10, outbox, { durability: 'power' });
    lock('a');
    expect(await queue.settle(settlementOf('a-1', 'a'))).toBe(true);
    expect(await queue.settle({ ...settlementOf('a-2', 'a'), charges: [] })).toBe(true);
    expect(await queue.settle(settlementOf('b-1', 'b'))).toBe(true);
    expect([written, [...held.keys()], queue.kept]).toEqual([['b-1'], ['a-1', 'a-2'], 0]);
    lock();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(written).toEqual(['b-1', 'a-1', 'a-2']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fills the queue in the end, which then takes no more calls', async () => {
    const { queue, lock } = arrangeQueue(2, createTestOutbox([]).outbox);
    lock('a');
    await queue.settle(settlementOf('a-1', 'a'));
    await queue.settle(settlementOf('a-2', 'a'));
    await vi.advanceTimersByTimeAsync(100);
    expect(queue.isFull).toBe(true);
    lock();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(queue.isFull).toBe(false);
  });

  it('is tried once more at shutdown', async () => {
    const { outbox, held } = createTestOutbox([]);
    const { queue, written, log, lock } = arrangeQueue(10, outbox);
    lock('a');
    await queue.settle(settlementOf('a-1', 'a'));
    await queue.flush();
    await queue.close();
    expect([written, held.size, vi.getTimerCount()]).toEqual([[], 1, 0]);
    expect(log.at(-1)).toMatch(/^error: Settlements wait on the disk for the next start/);
  });
});
