import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../../store/index.ts';
import { sampleAmounts, sampleNow } from '../../../testing/ledger-samples.ts';
import { account, keyWith } from '../../../testing/slices-trial.ts';
import { LimitedKey } from './limited-key.ts';
import type { Extension } from './hold.ts';
import { Slice, type SliceInput } from './slice.ts';

type Granted = SliceInput['granted'];

const everything: KeyLimits = {
  ...{ quota: { nanoUsd: 9_000, tokens: 9_000, reset: 'none' }, concurrency: 9 },
  ...{ requestsPerMinute: 60, tokensPerMinute: 60_000 },
};
/** Four requests of ten nano-dollars, five tokens and a tenth of a second of the tokens per minute. */
const held = { nanoUsd: 40, tokens: 20, rateMs: 400, requests: 4, slots: 4 };
const demand = { nanoUsd: 10, tokens: 5, rateMs: 100 };
const amounts = sampleAmounts(10, { tokens: 5, rateTokens: 100 });
const openedAt = 500;

function arrange(limits = everything, changes: Partial<Granted> = {}) {
  const asked: Extension[] = [];
  const events: string[] = [];
  const store = { allows: true };
  const granted: Granted = {
    ...{ kind: 'granted', nanoUsd: 10, tokens: 5, held, ahead: 3, standing: {} },
    ...{ room: { at: sampleNow, nanoUsd: 1_000, tokens: 1_000 }, ...changes },
  };
  const owner = {
    extend: async (_: Slice, more: Extension) => {
      asked.push(more);
      return store.allows;
    },
    onEnd: () => events.push('end'),
    forget: () => events.push('forget'),
    returnIfDone: () => events.push('return'),
  };
  const key = new LimitedKey({ key: keyWith(limits), account });
  const slice = new Slice(owner, { id: 'x', key, amounts, granted, now: openedAt });
  const { hold } = slice.begin(granted);
  return { slice, hold, asked, events, store };
}

describe('the end of an exchange', () => {
  it('takes what it used out of the reservation, at most its own part', () => {
    const { hold } = arrange();
    const taken = { id: 'x', isLast: false, nanoUsd: 10, tokens: 5, rateMs: 100 };
    expect(hold.end({ nanoUsd: 999, tokens: 999 })).toEqual(taken);
    const few = arrange().hold.end({ nanoUsd: 3, tokens: 2 });
    expect(few).toEqual({ ...taken, nanoUsd: 3, tokens: 2, rateMs: 2 });
  });

  it('leaves what it did not use to the next request', () => {
    const { slice, hold } = arrange();
    const all = { nanoUsd: 37, tokens: 18, rateMs: 398 };
    expect(slice.fits(all, undefined, openedAt)).toBe(false);
    hold.end({ nanoUsd: 3, tokens: 2 });
    expect(slice.fits(all, undefined, openedAt)).toBe(true);
    for (const name of ['nanoUsd', 'tokens', 'rateMs'] as const) {
      expect(slice.fits({ ...all, [name]: all[name] + 1 }, undefined, openedAt)).toBe(false);
    }
  });

  it('takes nothing of the tokens per minute where they are not limited', () => {
    const { hold } = arrange({ quota: { nanoUsd: 9_000, reset: 'none' } });
    expect(hold.end({ nanoUsd: 3, tokens: 2 })).toMatchObject({ rateMs: 0 });
  });

  it('without a settlement leaves all of it', () => {
    const { slice, hold, events } = arrange();
    hold.drop();
    expect(slice.fits({ nanoUsd: 40, tokens: 20, rateMs: 400 }, undefined, openedAt)).toBe(true);
    expect([slice.running, events]).toEqual([0, ['return']]);
  });

  it('is left to another process when the exchange goes on there', () => {
    const { hold, events } = arrange();
    hold.detach();
    expect(events).toEqual(['forget']);
  });
});

describe('an exchange that needs more', () => {
  it('gets what is free without the store, to the last unit', async () => {
    const { hold, asked } = arrange();
    expect(await hold.extend({ nanoUsd: 30, tokens: 15, overdraft: false })).toBe(true);
    expect(asked).toEqual([]);
    expect(hold.end({ nanoUsd: 999, tokens: 999 })).toMatchObject({ nanoUsd: 40, tokens: 20 });
  });

  it.each([
    [
      { nanoUsd: 31, tokens: 15 },
      { nanoUsd: 1, tokens: 0 },
    ],
    [
      { nanoUsd: 30, tokens: 17 },
      { nanoUsd: 0, tokens: 2 },
    ],
    [
      { nanoUsd: 50, tokens: 50 },
      { nanoUsd: 20, tokens: 35 },
    ],
  ])('asks the store for what of %j is not free: %j', async (more, missing) => {
    const { hold, asked } = arrange();
    expect(await hold.extend({ ...more, overdraft: true })).toBe(true);
    expect(asked).toEqual([{ ...missing, overdraft: true }]);
    expect(hold.end({ nanoUsd: 999, tokens: 999 })).toMatchObject({
      ...{ nanoUsd: 10 + more.nanoUsd, tokens: 5 + more.tokens },
    });
  });

  it('holds what it had when the store refuses, and takes nothing from others', async () => {
    const { slice, hold, store } = arrange();
    store.allows = false;
    expect(await hold.extend({ nanoUsd: 31, tokens: 3, overdraft: false })).toBe(false);
    expect(slice.fits({ nanoUsd: 30, tokens: 15, rateMs: 300 }, undefined, openedAt)).toBe(true);
    expect(hold.end({ nanoUsd: 999, tokens: 999 })).toMatchObject({ nanoUsd: 10, tokens: 5 });
  });

  it('gets everything where nothing is limited', async () => {
    const nothing = { ...held, nanoUsd: 0, tokens: 0 };
    const { hold, asked } = arrange({ concurrency: 9 }, { held: nothing });
    expect(await hold.extend({ nanoUsd: 999, tokens: 999, overdraft: false })).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('a request', () => {
  it('fits while each limited amount suffices', () => {
    const { slice } = arrange();
    const rest = { nanoUsd: 30, tokens: 15, rateMs: 300 };
    expect(slice.fits(rest, undefined, openedAt)).toBe(true);
    for (const name of ['nanoUsd', 'tokens', 'rateMs'] as const) {
      expect(slice.fits({ ...rest, [name]: rest[name] + 1 }, undefined, openedAt)).toBe(false);
    }
  });

  it.each<[string, KeyLimits, boolean]>([
    ['as many as the store granted where requests are limited', { requestsPerMinute: 60 }, false],
    ['as many as the store granted where slots are limited', { concurrency: 9 }, false],
    ['more than the store granted where neither is limited', {}, true],
  ])('fits %s', (_, limits, isFifthGranted) => {
    const nothing = { ...held, nanoUsd: 0, tokens: 0, rateMs: 0 };
    const { slice } = arrange(limits, { held: nothing });
    const none = { nanoUsd: 0, tokens: 0, rateMs: 0 };
    for (let count = 0; count < 3; count += 1) {
      expect(slice.fits(none, undefined, openedAt)).toBe(true);
      slice.draw({ nanoUsd: 0, tokens: 0 }, none, openedAt);
    }
    expect(slice.fits(none, undefined, openedAt)).toBe(isFifthGranted);
  });

  it('gets its slot back, but not its request per minute, when it ends', () => {
    const few = { ...held, slots: 1 };
    const slots = arrange({ concurrency: 1 }, { held: few });
    expect(slots.slice.isUseful(openedAt)).toBe(false);
    slots.hold.end({ nanoUsd: 0, tokens: 0 });
    expect(slots.slice.isUseful(openedAt)).toBe(true);
    const requests = arrange({ requestsPerMinute: 60 }, { held: { ...held, requests: 1 } });
    requests.hold.end({ nanoUsd: 0, tokens: 0 });
    expect(requests.slice.isUseful(openedAt)).toBe(false);
  });

  it('never fits where the store granted nothing ahead', () => {
    const { slice, hold } = arrange(everything, { ahead: 0 });
    expect(slice.isClosing).toBe(true);
    hold.end({ nanoUsd: 0, tokens: 0 });
    expect(slice.fits(demand, undefined, openedAt)).toBe(false);
  });

  it('fits no longer when the slice is ten seconds old or closing', () => {
    const { slice } = arrange();
    expect(slice.fits(demand, undefined, openedAt + 9_999)).toBe(true);
    expect(slice.fits(demand, undefined, openedAt + 10_000)).toBe(false);
    slice.isClosing = true;
    expect(slice.fits(demand, undefined, openedAt)).toBe(false);
  });

  it('fits while the limits have room for three of its upper bound, in money and in tokens', () => {
    const { slice } = arrange();
    // Of a thousand each, the first request has taken ten nano-dollars and five tokens.
    const fits = (nanoUsd: number, tokens: number) =>
      slice.fits(demand, { nanoUsd, tokens }, openedAt);
    expect([fits(330, 331), fits(331, 0), fits(0, 332)]).toEqual([true, false, false]);
    expect(arrange(everything, { room: { at: 0 } }).slice.fits(demand, demand, openedAt)).toBe(
      true,
    );
  });

  it('that fits counts as use of the slice', () => {
    const { slice } = arrange();
    expect(slice.usedAt).toBe(openedAt);
    const drawn = slice.draw({ nanoUsd: 10, tokens: 5 }, demand, openedAt + 70);
    expect(drawn).toMatchObject({ kind: 'granted', nanoUsd: 10, tokens: 5 });
    expect([slice.usedAt, slice.running]).toEqual([openedAt + 70, 2]);
  });

  it('is told its rates by the clock of the store', () => {
    const { slice, hold } = arrange(everything, {
      standing: {
        requests: { limit: 60, remaining: 59, wholeAt: sampleNow + 1_000 },
        tokens: { limit: 60_000, remaining: 59_900, wholeAt: sampleNow + 100 },
      },
    });
    const { standing } = slice.draw({ nanoUsd: 10, tokens: 5 }, demand, openedAt + 50);
    expect(standing).toEqual({
      requests: { limit: 60, remaining: 58, wholeAt: sampleNow + 2_000 },
      tokens: { limit: 60_000, remaining: 59_851, wholeAt: sampleNow + 200 },
    });
    // The first request reserved a hundred tokens and used forty.
    hold.end({ nanoUsd: 3, tokens: 40 });
    const next = slice.draw({ nanoUsd: 10, tokens: 5 }, demand, openedAt + 50).standing;
    expect(next.tokens).toMatchObject({ wholeAt: sampleNow + 240 });
  });
});

describe('what running requests do not need', () => {
  it('is given back, once', async () => {
    const { slice, asked } = arrange();
    await slice.giveBack();
    expect(asked).toEqual([{ nanoUsd: -30, tokens: -15, slots: -3, overdraft: false }]);
    expect(slice.isUseful(openedAt)).toBe(false);
    await slice.giveBack();
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Partial<typeof held>]>([
    ['money', { nanoUsd: 10 }],
    ['tokens', { tokens: 5 }],
    ['slots', { slots: 3 }],
  ])('is given back where it is only %s', async (_, rest) => {
    const own = { ...held, nanoUsd: 0, tokens: 0, slots: 1, ...rest };
    const { slice, asked } = arrange(everything, { held: own });
    await slice.giveBack();
    expect(asked).toHaveLength(1);
  });

  it('is no slot where slots are not limited', async () => {
    const { slice, asked } = arrange({ quota: { nanoUsd: 9_000, reset: 'none' } });
    await slice.giveBack();
    expect(asked).toEqual([{ nanoUsd: -30, tokens: -15, slots: -0, overdraft: false }]);
  });
});
