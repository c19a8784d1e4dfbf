import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger, SettlementOutbox } from '../../ports.ts';
import { StoreUnavailableError, type Settlement, type Store } from '../../store/index.ts';
import { createMemoryStore } from '../../memory-store/memory-store.ts';
import { createSettlementQueue, type Durability } from './settlement-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function settlementOf(id: string): Settlement {
  return {
    record: {
      id,
      keyId: 'k',
      accountId: 'a',
      group: 'default',
      endpoint: '/v1/messages',
      inbound: 'anthropic-messages',
      callName: 'm',
      stream: false,
      outcome: 'completed',
      status: 200,
      attempts: 1,
      attemptRecords: [],
      listNanoUsd: 1,
      chargedNanoUsd: 1,
      pricing: 'priced',
      fidelity: 'exact',
      notes: [],
      startedAt: 0,
      durationMs: 1,
    },
    charges: [{ attempt: 1, nanoUsd: 1, listNanoUsd: 1, pricing: 'priced' }],
    limits: {},
  };
}

/** An outbox with the settlements of an earlier process; it may reject writes. */
function createOutbox(left: readonly Settlement[], refuses = false) {
  const held = new Map(left.map((settlement) => [settlement.record.id, settlement]));
  const disk = { isFull: refuses, synced: [] as string[] };
  const outbox: SettlementOutbox = {
    append: async (settlement) => {
      if (disk.isFull) throw new Error('ENOSPC');
      held.set(settlement.record.id, settlement);
    },
    sync: async () => {
      if (disk.isFull) throw new Error('ENOSPC');
      disk.synced = [...held.keys()];
    },
    readLeft: async () => left,
    remove: async (ids) => {
      for (const id of ids) held.delete(id);
    },
    close: async () => undefined,
  };
  return { outbox, held, disk };
}

interface Parts {
  /** What the store throws at first. */
  readonly failure?: Error;
  readonly durability?: Durability;
  readonly isAwaited?: () => boolean;
}

function arrange(capacity = 10, outbox?: SettlementOutbox, parts: Parts = {}) {
  let { failure } = parts;
  const written: string[] = [];
  /** How many settlements reached the store together. */
  const batches: number[] = [];
  const settled: string[] = [];
  const lost: string[] = [];
  const log: string[] = [];
  let pending = 0;
  let delay: Promise<void> | undefined;
  const store: Store = {
    ...createMemoryStore(),
    settle: async ({ record }) => {
      if (failure !== undefined) throw failure;
      if (pending === 0) batches.push(0);
      pending += 1;
      batches.push((batches.pop() ?? 0) + 1);
      await delay;
      pending -= 1;
      written.push(record.id);
    },
  };
  const logger: Logger = (_, message, fields) => {
    log.push(`${message} ${JSON.stringify(fields)}`);
  };
  const queue = createSettlementQueue({
    store,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    log: logger,
    capacity,
    onSettled: ({ record }) => settled.push(record.id),
    onLost: ({ record }) => lost.push(record.id),
    ...(outbox && { outbox }),
    ...(parts.isAwaited && { isAwaited: parts.isAwaited }),
    durability: () => parts.durability,
  });
  return {
    queue,
    written,
    settled,
    lost,
    log,
    batches,
    /** Lets the store take this long. */
    slow: (work?: Promise<void>) => {
      delay = work;
    },
    fail: (error?: Error) => {
      failure = error;
    },
  };
}

const down = new StoreUnavailableError('down');

describe('a store that is unavailable', () => {
  it('gets the queued settlements when it is back, in order, each once', async () => {
    const { queue, written, settled, log, fail } = arrange();
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
    const { queue, lost, log, fail } = arrange(1);
    fail(down);
    await queue.settle({ ...settlementOf('one'), charges: [] });
    expect(queue.kept).toBe(0);
    expect(lost).toEqual(['one']);
    expect(log[0]).toMatch(/is not recorded.*"one"/);
  });

  it('leads to a logged loss beyond the capacity of the queue', async () => {
    const { queue, lost, log, fail } = arrange(1);
    fail(down);
    await queue.settle(settlementOf('one'));
    expect(queue.isFull).toBe(true);
    expect(await queue.settle(settlementOf('two'))).toBe(false);
    expect(lost).toEqual(['two']);
    expect(log.at(-1)).toMatch(/is lost.*"two"/);
    expect(queue.kept).toBe(1);
  });

  it('is tried once more at shutdown, and a loss is logged', async () => {
    const { queue, written, log, fail } = arrange();
    fail(down);
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toMatch(/is lost.*"one"/);
    expect(vi.getTimerCount()).toBe(0);
    fail();
    expect(written).toEqual([]);
  });
});

it('drops settlements that no store can accept', async () => {
  const { queue, settled, lost, log, fail } = arrange();
  fail(new RangeError('too large'));
  await queue.settle(settlementOf('one'));
  expect(queue.kept).toBe(0);
  expect(settled).toEqual([]);
  expect(lost).toEqual(['one']);
  expect(log[0]).toMatch(/could not be settled/);
});

describe('an outbox', () => {
  it('keeps settlements until the store has them', async () => {
    const { outbox, held } = createOutbox([]);
    const { queue, written, fail } = arrange(10, outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    expect([...held.keys()]).toEqual(['one']);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['one']);
    expect(held.size).toBe(0);
  });

  it('returns the settlements of an earlier process', async () => {
    const { outbox, held } = createOutbox([settlementOf('early'), settlementOf('later')]);
    const { queue, written, fail } = arrange(10, outbox, { failure: down });
    await vi.advanceTimersByTimeAsync(1);
    expect(queue.kept).toBe(2);
    expect(held.size).toBe(2);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['early', 'later']);
    expect(held.size).toBe(0);
  });

  it('that fails is logged, and the queue stays in memory', async () => {
    const { queue, written, log, fail } = arrange(10, createOutbox([], true).outbox, {
      failure: down,
    });
    await queue.settle(settlementOf('one'));
    expect(log.some((line) => line.includes('in memory only'))).toBe(true);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written).toEqual(['one']);
  });

  it('that refuses leaves nothing recorded, so no more is accepted until it or the store does', async () => {
    const { outbox, held, disk } = createOutbox([], true);
    const { queue } = arrange(10, outbox, { failure: down });
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
    const { queue, written, fail } = arrange(10, createOutbox([], true).outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    fail();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toEqual(['one']);
    expect(queue.isFull).toBe(false);
  });

  it('that refuses to the end is said to lose what it did not take', async () => {
    const { queue, log } = arrange(10, createOutbox([], true).outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toMatch(/is lost.*"one"/);
  });

  it('logs at shutdown that nothing is lost', async () => {
    const { outbox, held } = createOutbox([]);
    const { queue, log } = arrange(10, outbox, { failure: down });
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(log.at(-1)).toContain('waits on the disk for the next start');
    expect(held.size).toBe(1);
  });
});

describe('the end of an exchange that the outbox has', () => {
  it('does not wait for the store, which gets all of a tenth of a second at once', async () => {
    const { outbox, held } = createOutbox([]);
    const { queue, written, batches } = arrange(10, outbox);
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
    const { outbox, held } = createOutbox([]);
    const { queue, written } = arrange(10, outbox, { durability: 'power' });
    await queue.settle(settlementOf('one'));
    expect(written).toEqual(['one']);
    expect(held.size).toBe(0);
  });

  it('is synced before it is sent where a power cut must lose nothing and the store is down', async () => {
    const { outbox, disk } = createOutbox([]);
    const { queue } = arrange(10, outbox, { failure: down, durability: 'power' });
    expect(await queue.settle(settlementOf('one'))).toBe(true);
    expect(disk.synced).toEqual(['one']);
  });

  it('waits for the store while the disk is full, which is logged once', async () => {
    const { outbox, disk } = createOutbox([], true);
    const { queue, written, log } = arrange(10, outbox);
    expect(await queue.settle(settlementOf('one'))).toBe(true);
    expect(await queue.settle(settlementOf('two'))).toBe(true);
    expect(written).toEqual(['one', 'two']);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('takes no settlements');
    expect(queue.isFull).toBe(false);
    disk.isFull = false;
    await queue.settle(settlementOf('three'));
    expect(written).toHaveLength(2);
    await queue.flush();
    expect(written).toHaveLength(3);
  });

  it('is not an outage, however many settlements wait for the next batch', async () => {
    const { queue, written, log } = arrange(10, createOutbox([]).outbox);
    for (let serial = 0; serial < 10; serial += 1) {
      await queue.settle(settlementOf(String(serial)));
    }
    expect([queue.isFull, queue.kept, written.length]).toEqual([false, 0, 0]);
    expect(log).toEqual([]);
  });

  it('waits for the store when more settlements wait than may be kept', async () => {
    const { queue, written } = arrange(2, createOutbox([]).outbox);
    await queue.settle(settlementOf('one'));
    await queue.settle(settlementOf('two'));
    expect(written).toEqual([]);
    await queue.settle(settlementOf('three'));
    expect(written).toEqual(['one', 'two', 'three']);
  });

  it('reaches the store at once when another exchange waits for what it releases', async () => {
    const waits = { on: false };
    const parts = { isAwaited: () => waits.on };
    const { queue, settled } = arrange(10, createOutbox([]).outbox, parts);
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual([]);
    waits.on = true;
    await queue.settle(settlementOf('two'));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual(['one', 'two']);
  });

  it('is in the store after a flush, also when a batch is under way', async () => {
    const { queue, written, batches, slow } = arrange(10, createOutbox([]).outbox);
    slow(new Promise((resolve) => setTimeout(resolve, 500)));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(100);
    await queue.settle(settlementOf('two'));
    const flushed = queue.flush().then(() => [...written]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await flushed).toEqual(['one', 'two']);
    expect(batches).toEqual([1, 1]);
  });

  it('is written in batches of a thousand at most', async () => {
    const { queue, written, batches } = arrange(10_000, createOutbox([]).outbox);
    const all = Array.from({ length: 2_500 }, (_, serial) => settlementOf(String(serial)));
    await Promise.all(all.map((settlement) => queue.settle(settlement)));
    await queue.flush();
    expect(written).toHaveLength(2_500);
    expect(Math.max(...batches)).toBe(1_000);
  });

  it('is kept when the store turns out to be down, and synced within a quarter of a second', async () => {
    const { outbox, held, disk } = createOutbox([]);
    const { queue, written, log, lost, fail } = arrange(10, outbox, { failure: down });
    expect(await queue.settle(settlementOf('one'))).toBe(true);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(disk.synced).toEqual(['one']);
    expect([queue.kept, held.size]).toEqual([1, 1]);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/store is down.*"kept":1/);
    await queue.settle(settlementOf('two'));
    await vi.advanceTimersByTimeAsync(250);
    expect(disk.synced).toEqual(['one', 'two']);
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([written, lost]).toEqual([['one', 'two'], []]);
    expect([queue.kept, held.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  it('is synced when the store does not answer', async () => {
    const { outbox, disk } = createOutbox([]);
    const { queue, slow } = arrange(10, outbox);
    slow(new Promise(() => undefined));
    await queue.settle(settlementOf('one'));
    await vi.advanceTimersByTimeAsync(250);
    expect(disk.synced).toEqual(['one']);
  });

  it('is dropped from the outbox when no store can accept it', async () => {
    const { outbox, held } = createOutbox([]);
    const { queue, lost } = arrange(10, outbox, {
      failure: new RangeError('too large'),
    });
    await queue.settle(settlementOf('one'));
    await queue.flush();
    expect(lost).toEqual(['one']);
    expect(held.size).toBe(0);
  });

  it('is in the store after a shutdown', async () => {
    const { outbox, held } = createOutbox([settlementOf('earlier')]);
    const { queue, written, log } = arrange(10, outbox);
    await queue.settle(settlementOf('one'));
    await queue.close();
    expect(written).toEqual(['earlier', 'one']);
    expect([held.size, log.length]).toEqual([0, 0]);
  });
});
