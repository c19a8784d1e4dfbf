import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { waitBeforeReads } from './wait-before-reads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const page = { limit: 10 };

test('a read waits until the store has what was recorded before', async () => {
  let finish: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const store = waitBeforeReads(createMemoryStore(), () => settled);
  const read = vi.fn();
  const reads = [store.listExchanges(page), store.listLedger(page), store.readAccount('default')];
  void Promise.race(reads).then(read);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).not.toHaveBeenCalled();
  finish();
  expect(await Promise.all(reads)).toMatchObject([[], [], { account: { id: 'default' } }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a read does not wait for ever', async () => {
  const store = waitBeforeReads(createMemoryStore(), () => new Promise(() => undefined));
  const read = store.listExchanges(page);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await read).toEqual([]);
});

test('what a request waits for is asked at once', async () => {
  const store = waitBeforeReads(createMemoryStore(), () => new Promise(() => undefined));
  expect(await store.findKey('hash')).toBeUndefined();
  await store.release('exchange');
});
