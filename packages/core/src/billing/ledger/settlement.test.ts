import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../store/index.ts';
import {
  sampleAmounts,
  sampleCharge,
  sampleNow as now,
  sampleStates,
} from '../../testing/ledger-samples.ts';
import { applyRelease, decideReserve, type ReserveDecision } from './reservation.ts';
import { applyCredit, applySettlement } from './settlement.ts';

type Granted = NonNullable<ReserveDecision['granted']>;

function hold(limits: KeyLimits, nanoUsd: number, rateTokens = 0): Granted {
  const amounts = sampleAmounts(nanoUsd, { tokens: 100, rateTokens });
  const question = { ...sampleStates(), limits, amounts, last: false, prepaid: false, now };
  const { granted } = decideReserve(question);
  if (granted === undefined) throw new Error('Nothing was granted.');
  return granted;
}

const limits: KeyLimits = {
  quota: { nanoUsd: 1_000, tokens: 1_000, reset: 'day' },
  windows: { '5h': 1_000 },
  tokensPerMinute: 600,
};

describe('a settlement', () => {
  it('refuses totals that cannot be kept exactly', () => {
    const states = sampleStates({}, { spent: Number.MAX_SAFE_INTEGER });
    const facts = { charges: [sampleCharge(1)], limits: {}, now };
    expect(() => applySettlement(states, facts)).toThrow(RangeError);
  });

  it('releases the reservation and charges the usage of all attempts', () => {
    const { held, ...states } = hold(limits, 50, 60);
    const charges = [sampleCharge(7, 10), sampleCharge(8, 20, 2)];
    const { key, account } = applySettlement(states, { held, charges, limits, now: now + 5 });
    expect(key).toMatchObject({
      spent: 15,
      tokens: 30,
      requests: 1,
      reservedNanoUsd: 0,
      reservedTokens: 0,
      running: 0,
      quota: { nanoUsd: 15, tokens: 30 },
      windows: { '5h': { startedAt: now, nanoUsd: 15 } },
      tokensWholeAt: now + 3_000,
      lastUsedAt: now + 5,
    });
    expect(account).toMatchObject({ spent: 15, reserved: 0 });
  });

  it('charges more than was reserved, when more was used', () => {
    const { held, ...states } = hold(limits, 50);
    const facts = { held, charges: [sampleCharge(80)], limits, now };
    expect(applySettlement(states, facts)).toMatchObject({
      key: { spent: 80, reservedNanoUsd: 0 },
      account: { spent: 80, reserved: 0 },
    });
  });

  it('charges an exchange whose reservation has expired, in a new window', () => {
    const facts = {
      ...{ charges: [sampleCharge(80, 300)], limits: { ...limits, requestsPerMinute: 60 }, now },
    };
    expect(applySettlement(sampleStates(), facts)).toMatchObject({
      key: {
        spent: 80,
        reservedNanoUsd: 0,
        reservedTokens: 0,
        running: 0,
        requestsWholeAt: now,
        windows: { '5h': { startedAt: now, nanoUsd: 80 } },
        tokensWholeAt: now + 30_000,
      },
    });
  });

  it('counts in the period of its own time', () => {
    const { held, ...states } = hold(limits, 50);
    const tomorrow = now + 86_400_000;
    const { key } = applySettlement(states, {
      held,
      charges: [sampleCharge(7)],
      limits,
      now: tomorrow,
    });
    expect(key.quota).toMatchObject({ startedAt: tomorrow - 43_200_000, nanoUsd: 7 });
    expect(key.windows).toEqual({ '5h': { startedAt: tomorrow, nanoUsd: 7 } });
  });

  it('keeps the counts of limits that are newer than its exchange', () => {
    const { held, ...states } = hold(limits, 50);
    const counted = applySettlement(states, { held, charges: [sampleCharge(7)], limits, now });
    const facts = {
      charges: [sampleCharge(2)],
      limits: { quota: { reset: 'none' } },
      now,
    } as const;
    expect(applySettlement(counted, facts).key).toMatchObject({
      quota: { startedAt: now - 43_200_000, nanoUsd: 9, reset: 'day' },
      windows: { '5h': { startedAt: now, nanoUsd: 9 } },
    });
    const monthly = {
      ...facts,
      limits: { quota: { reset: 'month' }, windows: { '1d': 9 } },
    } as const;
    expect(applySettlement(counted, monthly).key).toMatchObject({
      quota: { nanoUsd: 9, reset: 'day' },
      windows: { '5h': { nanoUsd: 9 }, '1d': { nanoUsd: 2 } },
    });
  });

  it('of 0 counts the request and begins no window', () => {
    const { key } = applySettlement(sampleStates(), { charges: [], limits, now });
    expect(key).toMatchObject({ spent: 0, requests: 1 });
    expect(key.windows).toEqual({});
    const { key: charged } = applySettlement(sampleStates(), {
      ...{ charges: [sampleCharge(1)], limits, now },
    });
    expect(charged.windows).toEqual({ '5h': { startedAt: now, nanoUsd: 1 } });
  });

  it('begins the period of a quota that was not used before', () => {
    const { key } = applySettlement(sampleStates(), { charges: [sampleCharge(7)], limits, now });
    expect(key.quota).toEqual({
      ...{ startedAt: now - 43_200_000, nanoUsd: 7, tokens: 0, reset: 'day' },
    });
  });

  it('of a charge without usage counts no tokens', () => {
    const { usage: _, ...charge } = sampleCharge(7);
    const { key } = applySettlement(sampleStates(), { charges: [charge], limits: {}, now });
    expect(key).toMatchObject({ spent: 7, tokens: 0, tokensWholeAt: now });
  });

  it('never blocks a key by excessive reported tokens', () => {
    const facts = { charges: [sampleCharge(0, Number.MAX_SAFE_INTEGER)], limits, now };
    const once = applySettlement(sampleStates(), facts);
    const { key } = applySettlement(once, facts);
    expect(key.tokens).toBe(Number.MAX_SAFE_INTEGER);
    expect(key.tokensWholeAt).toBe(now + 3_600_000);
  });
});

describe('a release', () => {
  it('returns the requests that were not used, with the limits of the key', () => {
    const perMinute = { ...limits, requestsPerMinute: 60 };
    const { held, ...states } = hold(perMinute, 50, 60);
    const { key } = applyRelease(states, { ...held, requests: 3 }, perMinute);
    expect(key.requestsWholeAt).toBe(now - 2_000);
  });

  it('returns everything except the count of the request', () => {
    const { held, ...states } = hold({ ...limits, requestsPerMinute: 60 }, 50, 60);
    const { key, account } = applyRelease(states, held);
    expect(key).toMatchObject({
      reservedNanoUsd: 0,
      reservedTokens: 0,
      running: 0,
      spent: 0,
      requests: 0,
      tokensWholeAt: now,
      requestsWholeAt: now + 1_000,
    });
    expect(account.reserved).toBe(0);
  });
});

const { account } = sampleStates({}, { granted: 100, spent: 60, reserved: 30 });

function credit(nanoUsd: number, kind: 'top-up' | 'adjustment' = 'adjustment') {
  return applyCredit(account, { id: 'c', kind, accountId: 'a', nanoUsd });
}

describe('a credit', () => {
  it.each([0, 0.5, Number.NaN, Infinity, 2 ** 53])('of %d is refused', (nanoUsd) => {
    expect(() => credit(nanoUsd)).toThrow(
      new RangeError('A credit is a whole number of nano-dollars, and not 0.'),
    );
  });

  it('is refused where the balance would be too large', () => {
    expect(() => credit(Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });

  it('rejects a top-up below 0', () => {
    expect(() => credit(-1, 'top-up')).toThrow(new RangeError('A top-up must be above 0.'));
  });

  it('removes no more than the free balance', () => {
    expect(credit(-10).granted).toBe(90);
    expect(() => credit(-11)).toThrow(
      new RangeError('An adjustment cannot take away more than is free.'),
    );
  });

  it('adds to the granted amount', () => {
    expect(credit(5, 'top-up')).toEqual({ ...account, granted: 105 });
  });
});
