import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  StoreUnavailableError,
  type KeyLimits,
  type KeyRecord,
  type Store,
} from '../../../store/index.ts';
import { sampleAmounts } from '../../../testing/ledger-samples.ts';
import {
  account,
  arrangeSlices as arrange,
  keyWith,
  plenty,
  Process,
  type Call,
} from '../../../testing/slices-trial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('slices', () => {
  it('are not made for a key with less than two calls a second', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 5; index += 1) {
      await one.run(key);
      expect(await readState()).toEqual(nothing);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(one.calls).toEqual({ reserve: 5 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('grant most calls of a busy key without the store, and return after a second', async () => {
    const { key, one, readState, nothing, store } = await arrange(plenty);
    for (let index = 0; index < 200; index += 1) {
      await one.run(key);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(one.calls['reserve']).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await readState()).toEqual(nothing);
    expect(await store.checkLedger()).toMatchObject({ spent: 1_400 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<KeyLimits>([
    { requestsPerMinute: 100_000 },
    { tokensPerMinute: 100_000_000 },
    { concurrency: 100 },
    { quota: { tokens: 1_000_000, reset: 'none' } },
    { windows: { '5h': 1_000_000 } },
  ])('grant most calls of a busy key with %j', async (limits) => {
    const { key, one } = await arrange(limits);
    for (let index = 0; index < 100; index += 1) {
      await one.run(key);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(one.calls['reserve']).toBeLessThan(20);
  });

  it('are not made where no timer runs between requests', async () => {
    const { key, one } = await arrange(plenty);
    const amounts = sampleAmounts(10);
    for (let index = 0; index < 20; index += 1) {
      const caller = { key, account };
      const asking = { caller, amounts, last: true, byTimer: false };
      expect(one.slices.draw(caller, amounts)).toBeUndefined();
      await one.slices.drawOrReserve({ exchangeId: String(index), ...asking });
    }
    expect(one.calls).toEqual({ reserve: 20 });
  });

  it('are one for all calls that arrive while the store is asked', async () => {
    const { key, one } = await arrange(plenty);
    await Promise.all(Array.from({ length: 50 }, () => one.granted(key)));
    // Three before the key is busy, three with amounts ahead, and three that have waited twice.
    expect(one.calls['reserve']).toBe(9);
  });

  it('are not asked for again and again near the end of a limit', async () => {
    const { key, store } = await arrange({ requestsPerMinute: 8 });
    const asked: (number | undefined)[] = [];
    const reserve = store.reserve.bind(store);
    Object.assign(store, {
      reserve: (request: Parameters<typeof reserve>[0]) => {
        asked.push(request.ahead);
        return reserve(request);
      },
    });
    const own = new Process(store);
    await Promise.all(Array.from({ length: 40 }, () => own.call(key)));
    expect(asked.filter((ahead) => ahead !== 0)).toHaveLength(1);
  });

  it('grant calls while the store is down, until they are used up', async () => {
    const { key, one, store } = await arrange(plenty);
    for (let index = 0; index < 20; index += 1) await one.run(key);
    Object.assign(store, { reserve: () => Promise.reject(new StoreUnavailableError('down')) });
    const down = new Process(store);
    await expect(down.call(key)).rejects.toBeInstanceOf(StoreUnavailableError);
    expect((await one.call(key)).drawn.kind).toBe('granted');
  });

  it('take no call whose upper bound is more than a third of what is left', async () => {
    const { key, one } = await arrange({ quota: { nanoUsd: 2_000, reset: 'none' } });
    for (let index = 0; index < 20; index += 1) await one.run(key, 1);
    const bound = { nanoUsd: 900, leastNanoUsd: 1, tokens: 0, leastTokens: 0 };
    const before = one.calls['reserve'] ?? 0;
    expect((await one.call(key, 10, { bound })).drawn).toMatchObject({ isBound: true });
    expect(one.calls['reserve']).toBe(before + 1);
  });

  it('are given back when the limits of the key change', async () => {
    const { key, one, store } = await arrange(plenty);
    for (let index = 0; index < 20; index += 1) await one.run(key);
    await one.run(keyWith({ quota: { nanoUsd: 500, reset: 'none' } }));
    await one.slices.returnIdle();
    expect(await store.checkLedger()).toMatchObject({ reserved: 0, faults: [] });
  });

  it('of other keys are given back when a request of the account is refused', async () => {
    const { one, store } = await arrange({});
    Object.assign(account, { prepaid: true });
    await store.changeAccount('a', { prepaid: true });
    await store.credit({ id: 'c', kind: 'top-up', accountId: 'a', nanoUsd: 1_000 });
    const busy = keyWith({}, 'busy');
    for (let index = 0; index < 10; index += 1) await one.run(busy, 10);
    expect((await store.checkLedger()).reserved).toBeGreaterThan(0);
    expect((await one.call(keyWith({}, 'other'), 900)).drawn.kind).toBe('granted');
    Object.assign(account, { prepaid: false });
  });

  it('are waited for when a request is refused, until the store has released them', async () => {
    const { key, store } = await arrange({ quota: { nanoUsd: 1_000, reset: 'none' } });
    const release = store.release.bind(store);
    Object.assign(store, {
      release: async (...parts: Parameters<typeof release>) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        await release(...parts);
      },
    });
    const one = new Process(store);
    for (let index = 0; index < 10; index += 1) await one.run(key, 1);
    expect((await store.checkLedger()).reserved).toBeGreaterThan(0);
    expect((await inTime(one.call(key, 985))).drawn.kind).toBe('granted');
  });

  it('stay while they are used, also by few calls', async () => {
    const { key, one } = await arrange(plenty);
    for (let index = 0; index < 20; index += 1) await one.run(key);
    const asked = one.calls['reserve'];
    for (let index = 0; index < 8; index += 1) {
      await vi.advanceTimersByTimeAsync(900);
      await one.run(key);
    }
    expect(one.calls['reserve']).toBe(asked);
  });

  it('have no part in a refusal where the process has none', async () => {
    const { key, one } = await arrange({ quota: { nanoUsd: 5, reset: 'none' } });
    const { drawn, exchangeId } = await one.call(key);
    expect(drawn).toMatchObject({ kind: 'refused', limit: 'key_quota' });
    expect(one.calls).toEqual({ reserve: 1 });
    expect(one.leases.has(exchangeId)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('wait for their settlements before they are given back', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const settle = one.end(await one.granted(key), 7);
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await readState()).openReservations).toBe(1);
    await settle();
    await vi.advanceTimersByTimeAsync(1);
    expect(await readState()).toEqual(nothing);
  });

  it('keep only what their running calls need after a second without use', async () => {
    const { key, one, readState, nothing } = await arrange({ ...plenty, concurrency: 100 });
    for (let index = 0; index < 20; index += 1) await one.run(key);
    const long = await one.granted(key);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await readState()).toMatchObject({ reserved: 10, openReservations: 1 });
    await one.end(long, 10)();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await readState()).toEqual(nothing);
  });

  it('keep only what their running calls need when they are old, however busy they were', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 20; index += 1) await one.run(key);
    const [long, late] = [await one.granted(key), await one.granted(key)];
    for (let index = 0; index < 11; index += 1) {
      await vi.advanceTimersByTimeAsync(900);
      await one.run(key);
    }
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await readState()).toMatchObject({ reserved: 20, openReservations: 1 });
    await one.end(late, 7)();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await readState()).toMatchObject({ reserved: 10, openReservations: 1 });
    await one.end(long, 10)();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await readState()).toEqual(nothing);
  });

  it('are all given back when the process stops', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 20; index += 1) await one.run(key);
    await one.slices.close();
    one.leases.close();
    expect(await readState()).toEqual(nothing);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a limit', () => {
  it.each([1, 7, 60, 333])(
    'of %d requests a minute is met exactly by one process',
    async (limit) => {
      const { key, one } = await arrange({ requestsPerMinute: limit });
      let granted = 0;
      for (let index = 0; index < 2 * limit + 2; index += 1) {
        const { drawn, ...call } = await one.call(key);
        if (drawn.kind !== 'granted') continue;
        granted += 1;
        expect(drawn.standing.requests).toMatchObject({ limit, remaining: limit - granted });
        await one.end({ ...call, drawn }, 1)();
      }
      expect(granted).toBe(limit);
    },
  );

  it('of requests a minute is not exceeded by several processes', async () => {
    const { key, store } = await arrange({ requestsPerMinute: 200 });
    const processes = [1, 2, 3, 4].map((serial) => new Process(store, `p${String(serial)}`));
    let granted = 0;
    for (let index = 0; index < 400; index += 1) {
      const one = processes[index % 4] ?? new Process(store);
      const { drawn, ...call } = await one.call(key);
      if (drawn.kind !== 'granted') continue;
      granted += 1;
      await one.end({ ...call, drawn }, 1)();
    }
    expect(granted).toBeLessThanOrEqual(200);
    expect(granted).toBeGreaterThan(150);
  });

  it('of concurrency is met exactly by one process, also with long calls', async () => {
    const { key, one } = await arrange({ concurrency: 40 });
    for (let index = 0; index < 100; index += 1) await one.run(key);
    const calls: Call[] = [];
    for (let index = 0; index < 60; index += 1) {
      const { drawn, ...call } = await one.call(key);
      if (drawn.kind === 'granted') calls.push({ ...call, drawn });
      if (index % 3 === 0 && calls.length < 38) await one.run(key);
    }
    expect(calls).toHaveLength(40);
  });

  it('of tokens a minute has again what a call held and did not use', async () => {
    const { key, one, readState } = await arrange({ tokensPerMinute: 6_000 });
    let granted = 0;
    for (;;) {
      const { drawn } = await one.call(key, 1, { rateTokens: 100 });
      if (drawn.kind !== 'granted') break;
      granted += 1;
      one.slices.settled(drawn.hold.end({ nanoUsd: 0, tokens: 10 }));
      if (granted > 1_000) break;
    }
    expect(granted).toBeLessThanOrEqual(600);
    expect(granted).toBeGreaterThan(100);
    expect((await readState()).faults).toBe(0);
  });

  it('of money is spent to the last call that it pays for', async () => {
    const { key, one, store } = await arrange({ quota: { nanoUsd: 1_000, reset: 'none' } });
    let granted = 0;
    for (;;) {
      const { drawn, ...call } = await one.call(key);
      if (drawn.kind !== 'granted') break;
      granted += 1;
      await one.end({ ...call, drawn }, 10)();
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(granted).toBe(100);
    expect(await store.checkLedger()).toMatchObject({ spent: 1_000, faults: [] });
  });
});

/** Lets time pass until a call has its answer. */
async function inTime<Value>(call: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = call.finally(() => {
    isOver = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  const hasEnded = () => isOver;
  while (!hasEnded()) await vi.advanceTimersByTimeAsync(50);
  return over;
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('call' as const), by: fc.nat(3), cost: fc.nat(10) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('end' as const), by: fc.nat(3), pick: fc.nat(100) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), by: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      by: fc.nat(3),
      ms: fc.constantFrom(5, 90, 1_100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), by: fc.nat(3) }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A process with its calls that run, and those that have ended and are not settled. */
class Member {
  #process: Process;
  readonly #store: Store;
  #running: { readonly call: Call; readonly cost: number }[] = [];
  readonly #ended: (() => Promise<void>)[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#process = new Process(store, crypto.randomUUID());
  }

  get running(): number {
    return this.#running.length;
  }

  async take(one: Step, key: KeyRecord): Promise<void> {
    switch (one.kind) {
      case 'call': {
        const { drawn, ...call } = await inTime(this.#process.call(key));
        if (drawn.kind === 'granted')
          this.#running.push({ call: { ...call, drawn }, cost: one.cost });
        return;
      }
      case 'end': {
        this.#end(one.pick);
        return;
      }
      case 'settle':
        return this.#ended.shift()?.();
      case 'pass':
        await vi.advanceTimersByTimeAsync(one.ms);
        return;
      case 'crash':
        // Its settlements are written later, from its outbox.
        this.#process.leases.close();
        this.#running = [];
        this.#process = new Process(this.#store, crypto.randomUUID());
    }
  }

  #end(pick: number): void {
    const [picked] = this.#running.splice(pick % Math.max(1, this.#running.length), 1);
    if (picked !== undefined) this.#ended.push(this.#process.end(picked.call, picked.cost));
  }

  async stop(): Promise<void> {
    while (this.#running.length > 0) this.#end(0);
    for (const settle of this.#ended) await settle();
    await this.#process.slices.close();
    this.#process.leases.close();
  }
}

async function expectWithin(store: Store, members: readonly Member[]): Promise<void> {
  const { spent = 0, reservedNanoUsd = 0, running = 0 } = (await store.readKey('k'))?.state ?? {};
  expect(spent + reservedNanoUsd).toBeLessThanOrEqual(600);
  expect(running).toBeLessThanOrEqual(30);
  expect(members.reduce((sum, one) => sum + one.running, 0)).toBeLessThanOrEqual(30);
  expect((await store.checkLedger()).faults).toEqual([]);
}

it('holds for processes that draw on slices and crash, and everything comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150, size: 'max' }), async (steps) => {
      const limits = { quota: { nanoUsd: 600, reset: 'none' }, concurrency: 30 } as const;
      const { key, store, nothing, readState } = await arrange(limits);
      const members = [0, 1, 2, 3].map(() => new Member(store));
      for (const one of steps) {
        await members[one.by]?.take(one, key);
        await expectWithin(store, members);
      }
      for (const member of members) await member.stop();
      await vi.advanceTimersByTimeAsync(60_000);
      await store.releaseExpired();
      expect(await readState()).toEqual(nothing);
    }),
    { numRuns: 60 },
  );
});
