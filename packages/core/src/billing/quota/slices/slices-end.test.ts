import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../../../store/index.ts';
import { sampleAmounts } from '../../../testing/ledger-samples.ts';
import {
  account,
  arrangeSlices as arrange,
  keyWith,
  plenty,
  Process,
} from '../../../testing/slices-trial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('slices', () => {
  it('are asked for again a quarter of a second after the store failed', async () => {
    const { key, store } = await arrange(plenty);
    const asked: (number | undefined)[] = [];
    const reserve = store.reserve.bind(store);
    let isDown = false;
    Object.assign(store, {
      reserve: (request: Parameters<typeof reserve>[0]) => {
        asked.push(request.ahead);
        return isDown ? Promise.reject(new StoreUnavailableError('down')) : reserve(request);
      },
    });
    const one = new Process(store);
    isDown = true;
    for (let index = 0; index < 4; index += 1) await one.call(key).catch(() => undefined);
    isDown = false;
    await vi.advanceTimersByTimeAsync(249);
    await one.run(key);
    await vi.advanceTimersByTimeAsync(1);
    await one.run(key);
    expect(asked).toEqual([0, 0, 0, 3, 0, 5]);
    await one.slices.close();
  });

  it('are given back a second after the last call', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    await vi.advanceTimersByTimeAsync(999);
    expect(await readState()).toMatchObject({ openReservations: 1 });
    await vi.advanceTimersByTimeAsync(1);
    expect(await readState()).toEqual(nothing);
  });

  it('of the key that came first are given back when there are more than ten thousand', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    for (let index = 1; index < 10_000; index += 1) {
      one.slices.draw({ key: keyWith(plenty, String(index)), account }, sampleAmounts(10));
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(await readState()).toMatchObject({ openReservations: 1 });
    one.slices.draw({ key: keyWith(plenty, 'last'), account }, sampleAmounts(10));
    await vi.advanceTimersByTimeAsync(0);
    expect(await readState()).toEqual(nothing);
  });

  it('are given back when a settlement of theirs is lost', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const { drawn } = await one.granted(key);
    one.slices.lost(drawn.hold.end({ nanoUsd: 7, tokens: 0 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await readState()).toEqual(nothing);
  });

  it('are given back on request, except what runs', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const long = await one.granted(key);
    await one.slices.returnIdle();
    expect(await readState()).toMatchObject({ openReservations: 1 });
    await one.end(long, 10)();
    await one.slices.returnIdle();
    expect(await readState()).toEqual(nothing);
    await one.slices.close();
  });

  it('end with the last of their calls, and of the settlements before it', async () => {
    const { key, one } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const end = async (count: number) => {
      const calls = await Promise.all(Array.from({ length: count }, () => one.granted(key)));
      return () => calls.shift()?.drawn.hold.end({ nanoUsd: 10, tokens: 0 });
    };
    const first = await end(3);
    await one.slices.close();
    const early = first();
    if (early !== undefined) one.slices.settled(early);
    expect([early, first(), first()]).toMatchObject([
      ...[{ isLast: false }, { isLast: false }, { isLast: false }],
    ]);
  });

  it('end with the last of their calls when all others are settled', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const calls = [await one.granted(key), await one.granted(key)] as const;
    await one.slices.close();
    await one.end(calls[0], 7)();
    const last = calls[1].drawn.hold.end({ nanoUsd: 7, tokens: 0 });
    expect(last).toEqual({ id: last.id, isLast: true });
    one.slices.lost(last);
    expect(one.leases.has(last.id)).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await readState()).toEqual(nothing);
  });

  it('are given back after a stop when their last call is settled', async () => {
    const { key, one, readState, nothing } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const long = await one.granted(key);
    await one.slices.close();
    expect(await readState()).toMatchObject({ openReservations: 1 });
    await one.end(long, 7)();
    await vi.advanceTimersByTimeAsync(0);
    expect(await readState()).toEqual(nothing);
  });

  it('that the store cannot extend or release are logged, and released later', async () => {
    const { key, store, readState, nothing } = await arrange(plenty);
    const release = store.release.bind(store);
    let isDown = true;
    Object.assign(store, {
      release: (...parts: Parameters<typeof release>) =>
        isDown ? Promise.reject(new StoreUnavailableError('down')) : release(...parts),
      extendReservation: () => Promise.reject(new StoreUnavailableError('down')),
    });
    const one = new Process(store);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const { drawn } = await one.granted(key);
    const more = { nanoUsd: 900_000, tokens: 0, overdraft: false };
    expect(await drawn.hold.extend(more)).toBe(false);
    drawn.hold.drop();
    await one.slices.close();
    const [extended = '', released = ''] = one.log;
    expect(extended).toMatch(/^warn: A reservation could not be extended\. p-\d+$/);
    expect(released).toMatch(/^warn: A reservation could not be given back yet\. p-\d+$/);
    expect(await readState()).toMatchObject({ openReservations: 1 });
    isDown = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await readState()).toEqual(nothing);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of an exchange that goes on after its response hold only what it needs, and stay', async () => {
    const { key, one, readState } = await arrange(plenty);
    for (let index = 0; index < 10; index += 1) await one.run(key);
    const own = await one.slices.drawOrReserve({
      ...{ exchangeId: 'background', caller: { key, account }, amounts: sampleAmounts(10) },
      ...{ last: true, byTimer: true, goesOn: true },
    });
    if (own.kind === 'granted') own.hold.detach();
    await one.slices.close();
    expect(await readState()).toEqual({ reserved: 10, faults: 0, openReservations: 1 });
  });
});
