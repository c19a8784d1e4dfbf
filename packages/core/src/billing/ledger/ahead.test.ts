import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../store/index.ts';
import {
  sampleAmounts,
  sampleCharge,
  sampleNow as now,
  sampleStates,
} from '../../testing/ledger-samples.ts';
import { decideReserve, type ReserveInput } from './reservation.ts';
import { applySettlement } from './settlement.ts';
import type { LedgerStates } from './states.ts';

function decide(limits: KeyLimits, changes: Partial<ReserveInput> = {}) {
  const amounts = sampleAmounts(10, { tokens: 10, leastTokens: 10, rateTokens: 10 });
  const shared = { amounts, ahead: 1_000, last: false, prepaid: false, now };
  return decideReserve({ ...sampleStates(), ...shared, limits, ...changes });
}

function grantedBy(limits: KeyLimits, changes: Partial<ReserveInput> = {}) {
  const { outcome, granted } = decide(limits, changes);
  if (outcome.kind !== 'granted' || granted === undefined) throw new Error('It was not granted.');
  return { ...outcome, states: granted };
}

it('a request of no tokens holds nothing of the tokens per minute', () => {
  const amounts = sampleAmounts(10);
  const { held, states } = grantedBy({ tokensPerMinute: 81 }, { amounts });
  expect(held.rateMs).toBe(0);
  const reservation = { id: 'r', isLast: true } as const;
  const facts = { charges: [sampleCharge(10)], limits: { tokensPerMinute: 81 }, reservation };
  expect(applySettlement(states, { ...facts, held, now }).key.tokensWholeAt).toBeLessThan(now + 1);
});

const none = { reset: 'none' } as const;

describe('the requests ahead of a reservation', () => {
  it.each<[name: string, limits: KeyLimits, ahead: number]>([
    ['are as many as asked for without limits', {}, 1_000],
    ['take an eighth of a quota', { quota: { nanoUsd: 810, ...none } }, 10],
    ['take an eighth of a token quota', { quota: { tokens: 810, ...none } }, 10],
    ['take an eighth of the tightest window', { windows: { '5h': 4_000, '1d': 250 } }, 3],
    ['take an eighth of the requests per minute', { requestsPerMinute: 81 }, 10],
    ['take an eighth of the tokens per minute', { tokensPerMinute: 810 }, 10],
    ['are none near the end of a quota', { quota: { nanoUsd: 89, ...none } }, 0],
    ['are none near the end of a token quota', { quota: { tokens: 89, ...none } }, 0],
    ['are none near the end of a window', { windows: { '7d': 89 } }, 0],
    ['are none near the end of the requests per minute', { requestsPerMinute: 8 }, 0],
    ['are none near the end of the tokens per minute', { tokensPerMinute: 89 }, 0],
  ])('%s', (_name, limits, ahead) => {
    expect(grantedBy(limits).ahead).toBe(ahead);
  });

  it('take an eighth of the balance of a prepaid account', () => {
    const rich = sampleStates({}, { granted: 1_000, reserved: 100, spent: 90 });
    expect(grantedBy({}, { ...rich, prepaid: true }).ahead).toBe(10);
    const poor = sampleStates({}, { granted: 89 });
    expect(grantedBy({}, { ...poor, prepaid: true }).ahead).toBe(0);
  });

  it('are none when a part or the upper bound was granted', () => {
    const quota = { nanoUsd: 100_000, tokens: 9, ...none };
    const part = sampleAmounts(10, { tokens: 10, leastTokens: 1 });
    expect(grantedBy({ quota }, { amounts: part })).toMatchObject({ tokens: 9, ahead: 0 });
    const bound = { nanoUsd: 50_000, leastNanoUsd: 1, tokens: 0, leastTokens: 0 };
    const bounded = { ...sampleAmounts(10), bound };
    const outcome = grantedBy({ quota: { nanoUsd: 100_000, ...none } }, { amounts: bounded });
    expect(outcome).toMatchObject({ isBound: true, ahead: 0, held: { nanoUsd: 50_000 } });
  });

  it.each([
    ['money', { nanoUsd: 0, tokens: 10 }, { nanoUsd: 9_000, tokens: 900_000 }],
    ['tokens', { nanoUsd: 10, tokens: 0 }, { nanoUsd: 900_000, tokens: 9_000 }],
  ])('are none where a limit leaves no %s', (_name, granted, totals) => {
    const used = { startedAt: 0, nanoUsd: 9_000, tokens: 9_000 };
    const { key } = sampleStates({ spent: 9_000, tokens: 9_000, quota: used });
    const amounts = sampleAmounts(10, { leastNanoUsd: 0, tokens: 10, leastTokens: 0 });
    const decided = grantedBy({ quota: { ...totals, ...none } }, { key, amounts });
    expect(decided).toMatchObject({ ...granted, ahead: 0 });
  });

  it('are none unless they are asked for', () => {
    expect(grantedBy({}, { ahead: 0 })).not.toHaveProperty('room');
    expect(grantedBy({}, { ahead: 1 }).room).toEqual({ at: now });
    const { outcome } = decideReserve({
      ...{ ...sampleStates(), amounts: sampleAmounts(1), limits: {} },
      ...{ last: false, prepaid: false, now },
    });
    expect(outcome).toMatchObject({ ahead: 0, held: { slots: 1 } });
  });

  it('get an eighth of the free slots, which they share', () => {
    expect(grantedBy({ concurrency: 17 })).toMatchObject({ ahead: 1_000, held: { slots: 3 } });
    expect(grantedBy({ concurrency: 8 })).toMatchObject({ ahead: 1_000, held: { slots: 1 } });
    expect(grantedBy({}).held.slots).toBe(1);
  });

  it('hold everything that is limited, and tell what the limits left', () => {
    const limits: KeyLimits = {
      ...{ quota: { nanoUsd: 900, tokens: 1_000, ...none }, windows: { '5h': 800 } },
      ...{ requestsPerMinute: 60, tokensPerMinute: 600, concurrency: 100 },
    };
    const { ahead, held, room, standing, states } = grantedBy(limits, { ahead: 2 });
    expect(ahead).toBe(2);
    expect(held).toEqual({ nanoUsd: 30, tokens: 30, rateMs: 3_000, requests: 3, slots: 3 });
    expect(room).toEqual({ at: now, nanoUsd: 800, tokens: 1_000 });
    expect(standing).toMatchObject({ requests: { remaining: 59 }, tokens: { remaining: 590 } });
    expect(states).toMatchObject({
      key: {
        ...{ reservedNanoUsd: 30, reservedTokens: 30, running: 3 },
        ...{ requestsWholeAt: now + 3_000, tokensWholeAt: now + 3_000 },
      },
      account: { reserved: 30 },
    });
  });
});

describe('the settlements of a reservation with requests ahead', () => {
  const limits: KeyLimits = {
    ...{ quota: { nanoUsd: 900, tokens: 900, ...none } },
    ...{ requestsPerMinute: 60, tokensPerMinute: 600, concurrency: 100 },
  };
  const first = { nanoUsd: 7, tokens: 5, rateMs: 500 };

  function begin() {
    const { held, states } = grantedBy(limits, { ahead: 2 });
    return { held, key: states.key, account: states.account };
  }

  function settle(states: LedgerStates, changes: Partial<Parameters<typeof applySettlement>[1]>) {
    return applySettlement(states, { charges: [sampleCharge(7, 5)], limits, now, ...changes });
  }

  it('take their own part, and give the rest back with the last one', () => {
    const { held, ...states } = begin();
    const one = settle(states, { held, reservation: { id: 'r', isLast: false, ...first } });
    expect(one).toMatchObject({
      held: { nanoUsd: 23, tokens: 25, rateMs: 2_500, requests: 2, slots: 3 },
      key: {
        ...{ spent: 7, reservedNanoUsd: 23, reservedTokens: 25, running: 3 },
        requestsWholeAt: now + 3_000,
      },
      account: { spent: 7, reserved: 23 },
    });
    const { held: left = held, ...after } = one;
    const last = settle(after, { held: left, reservation: { id: 'r', isLast: true } });
    expect(last).not.toHaveProperty('held');
    expect(last).toMatchObject({
      key: {
        ...{ spent: 14, reservedNanoUsd: 0, reservedTokens: 0, running: 0 },
        ...{ requestsWholeAt: now + 2_000, tokensWholeAt: now + 1_000 },
      },
      account: { spent: 14, reserved: 0 },
    });
  });

  it('take no more than it holds', () => {
    const { held, ...states } = begin();
    const reservation = { id: 'r', isLast: false, nanoUsd: 99, tokens: 99, rateMs: 9_999 } as const;
    expect(settle(states, { held, reservation })).toMatchObject({
      held: { nanoUsd: 0, tokens: 0, rateMs: 0, requests: 2 },
      key: { reservedNanoUsd: 0, reservedTokens: 0 },
    });
  });

  it('charge an exchange whose reservation has expired', () => {
    const reservation = { id: 'r', isLast: false, ...first } as const;
    const settled = settle(sampleStates(), { reservation });
    expect(settled).toMatchObject({ key: { spent: 7, reservedNanoUsd: 0, running: 0 } });
    expect(settled).not.toHaveProperty('held');
  });
});
