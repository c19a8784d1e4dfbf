import { describe, expect, it } from 'vitest';
import type { RequestedAmounts, KeyLimits, LimitName } from '../../store/index.ts';
import {
  sampleAmounts,
  sampleCharge,
  sampleNow as now,
  sampleStates,
} from '../../testing/ledger-samples.ts';
import {
  decideExtension,
  decideReserve,
  type ExtensionInput,
  type ReserveDecision,
  type ReserveInput,
} from './reservation.ts';
import { applySettlement } from './settlement.ts';
import { startOfPeriod } from './states.ts';
import type { LedgerStates } from './states.ts';

const hour = 3_600_000;
const day = 24 * hour;

function decide(
  limits: KeyLimits,
  amounts: RequestedAmounts,
  question: Partial<ReserveInput> = {},
): ReserveDecision {
  return decideReserve({
    ...sampleStates(),
    limits,
    amounts,
    last: false,
    prepaid: false,
    now,
    ...question,
  });
}

function statesOf({ granted }: ReserveDecision): LedgerStates {
  if (granted === undefined) throw new Error('Nothing was granted.');
  return granted;
}

describe('a reservation that is refused', () => {
  it('changes no state', () => {
    const limits = { quota: { nanoUsd: 5, reset: 'none' }, requestsPerMinute: 1 } as const;
    const decision = decide(limits, sampleAmounts(6));
    expect(decision).toEqual({
      outcome: {
        kind: 'refused',
        limit: 'key_quota',
        needed: 6,
        left: 5,
        standing: { requests: { limit: 1, remaining: 1, wholeAt: now } },
      },
    });
  });

  it('reports rate limits before money', () => {
    const limits = { quota: { nanoUsd: 0, reset: 'none' }, requestsPerMinute: 2 } as const;
    const { key } = sampleStates({ requestsWholeAt: now + 60_000 });
    expect(decide(limits, sampleAmounts(1), { key }).outcome).toEqual({
      kind: 'refused',
      limit: 'requests_per_minute',
      retryAt: now + 30_000,
      standing: { requests: { limit: 2, remaining: 0, wholeAt: now + 60_000 } },
    });
  });

  it('names the exhausted rate limit', () => {
    const { key } = sampleStates({ tokensWholeAt: now + 30_000, running: 2 });
    const amounts = sampleAmounts(0, { rateTokens: 600 });
    const byTokens = decide({ tokensPerMinute: 1_000, concurrency: 2 }, amounts, { key });
    expect(byTokens.outcome).toMatchObject({ limit: 'tokens_per_minute', retryAt: now + 6_000 });
    expect(decide({ concurrency: 2 }, amounts, { key }).outcome).toEqual({
      kind: 'refused',
      limit: 'concurrency',
      standing: {},
    });
  });

  const cases: readonly (readonly [KeyLimits, LimitName, number])[] = [
    [{ quota: { nanoUsd: 5, reset: 'day' } }, 'key_quota', now + day / 2],
    [{ quota: { tokens: 5, reset: 'week' } }, 'key_tokens', now + 1.5 * day],
    [{ windows: { '5h': 9 } }, 'window_5h', now + 4 * hour],
    [{ windows: { '1d': 9, '7d': 50 } }, 'window_1d', now + 23 * hour],
    [{ windows: { '7d': 9 } }, 'window_7d', now + 7 * day - hour],
  ];

  it.each(cases)('has the time at which %j is reset', (limits, limit, retryAt) => {
    const reset = limits.quota?.reset ?? 'none';
    const begun = { startedAt: now - hour, nanoUsd: 9 };
    const { key } = sampleStates({
      quota: { startedAt: startOfPeriod(reset, now), nanoUsd: 5, tokens: 5, reset },
      windows: { '5h': begun, '1d': begun, '7d': begun },
    });
    const amounts = sampleAmounts(1, { tokens: 1, leastTokens: 1 });
    expect(decide(limits, amounts, { key }).outcome).toMatchObject({
      kind: 'refused',
      limit,
      retryAt,
    });
  });

  it.each(['key_quota', 'key_tokens'] as const)(
    'has the time at which a period of %s ends that began while the clock was ahead',
    (limit) => {
      const startedAt = startOfPeriod('day', now) + day;
      const { key } = sampleStates({
        quota: { startedAt, nanoUsd: 5, tokens: 5, reset: 'day' },
      });
      const quota = limit === 'key_quota' ? { nanoUsd: 5 } : { tokens: 5 };
      const amounts = sampleAmounts(1, { tokens: 1, leastTokens: 1 });
      expect(decide({ quota: { ...quota, reset: 'day' } }, amounts, { key }).outcome).toMatchObject(
        { kind: 'refused', limit, retryAt: startedAt + day },
      );
    },
  );

  it('may spend only the balance of a prepaid account', () => {
    const { account } = sampleStates({}, { granted: 10, spent: 6, reserved: 2 });
    expect(decide({}, sampleAmounts(5), { account }).outcome.kind).toBe('granted');
    const prepaid = { account, prepaid: true };
    expect(decide({}, sampleAmounts(5), prepaid).outcome).toMatchObject({
      kind: 'refused',
      limit: 'account_balance',
    });
    expect(decide({}, sampleAmounts(4), prepaid).outcome).toEqual({
      kind: 'held',
      limit: 'account_balance',
    });
    expect(decide({}, sampleAmounts(2), prepaid).outcome).toMatchObject({ kind: 'granted' });
  });

  it('waits for tokens that others have reserved where its money is free', () => {
    const limits = { quota: { nanoUsd: 9, tokens: 9, reset: 'none' } } as const;
    const { key } = sampleStates({ reservedTokens: 9 });
    const amounts = sampleAmounts(1, { tokens: 6, leastTokens: 6 });
    expect(decide(limits, amounts, { key }).outcome).toEqual({ kind: 'held', limit: 'key_tokens' });
  });

  it('has exhausted tokens although its money is only reserved', () => {
    const limits = { quota: { nanoUsd: 9, tokens: 5, reset: 'none' } } as const;
    const { key } = sampleStates({ reservedNanoUsd: 9 });
    const amounts = sampleAmounts(1, { tokens: 6, leastTokens: 6 });
    expect(decide(limits, amounts, { key }).outcome).toMatchObject({
      kind: 'refused',
      limit: 'key_tokens',
    });
  });
});

describe('a reservation that is granted', () => {
  it('reserves money, tokens, rate and a slot at once', () => {
    const limits = {
      quota: { nanoUsd: 100, tokens: 50, reset: 'month' },
      windows: { '1d': 100 },
      requestsPerMinute: 60,
      tokensPerMinute: 600,
      concurrency: 1,
    } as const;
    const amounts = sampleAmounts(30, { tokens: 20, leastTokens: 1, rateTokens: 60 });
    const decision = decide(limits, amounts);
    expect(decision.outcome).toEqual({
      kind: 'granted',
      nanoUsd: 30,
      tokens: 20,
      held: { nanoUsd: 30, tokens: 20, rateMs: 6_000, requests: 1, slots: 1 },
      ahead: 0,
      standing: {
        requests: { limit: 60, remaining: 59, wholeAt: now + 1_000 },
        tokens: { limit: 600, remaining: 540, wholeAt: now + 6_000 },
      },
    });
    expect(decision.granted?.held).toMatchObject({ nanoUsd: 30, tokens: 20, rateMs: 6_000 });
    expect(statesOf(decision)).toMatchObject({
      account: { reserved: 30 },
      key: {
        reservedNanoUsd: 30,
        reservedTokens: 20,
        running: 1,
        windows: { '1d': { startedAt: now, nanoUsd: 0 } },
        lastUsedAt: now,
        spent: 0,
        requests: 0,
      },
    });
    expect(decide(limits, amounts, statesOf(decision)).outcome).toMatchObject({
      limit: 'concurrency',
    });
  });

  it('reserves nothing where nothing is limited', () => {
    const amounts = sampleAmounts(Number.MAX_SAFE_INTEGER, { tokens: Number.MAX_SAFE_INTEGER });
    const first = decide({ concurrency: 5 }, amounts);
    expect(first.outcome).toMatchObject({ kind: 'granted', nanoUsd: Number.MAX_SAFE_INTEGER });
    expect(statesOf(first)).toMatchObject({
      key: { reservedNanoUsd: 0 },
      account: { reserved: 0 },
    });
    expect(decide({ concurrency: 5 }, amounts, statesOf(first)).outcome.kind).toBe('granted');
  });

  it('stays a safe integer with a huge limit', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const limits = { quota: { nanoUsd: most, tokens: most, reset: 'none' } } as const;
    const amounts = sampleAmounts(most, { leastNanoUsd: 1, tokens: most, leastTokens: 1 });
    const first = decide(limits, amounts);
    expect(first.outcome).toMatchObject({ kind: 'granted', nanoUsd: most, tokens: most });
    const { account } = statesOf(first);
    expect(decide(limits, amounts, { account }).outcome).toEqual({
      ...{ kind: 'held', limit: 'account_balance' },
    });
    expect(decide(limits, amounts, { account, last: true }).outcome.kind).toBe('refused');
  });

  it.each([
    ['key', sampleStates({ spent: Number.MAX_SAFE_INTEGER - 9 })],
    ['account', sampleStates({}, { spent: Number.MAX_SAFE_INTEGER - 9 })],
  ])('is refused where the total of the %s could not count its charge', (_name, states) => {
    const limits = { quota: { nanoUsd: 50, reset: 'month' } } as const;
    expect(decide(limits, sampleAmounts(9), states).outcome.kind).toBe('granted');
    expect(decide(limits, sampleAmounts(10), states).outcome).toMatchObject({
      ...{ kind: 'refused', limit: 'account_balance', left: 9 },
    });
  });

  it('begins a new window only when the last has ended', () => {
    const begun = { startedAt: now - 5 * hour + 1, nanoUsd: 9 };
    const { key } = sampleStates({ windows: { '5h': begun } });
    const limits = { windows: { '5h': 10 } };
    expect(decide(limits, sampleAmounts(5), { key }).outcome.kind).toBe('refused');
    const later = decide(limits, sampleAmounts(5), { key, now: now + 1 });
    expect(statesOf(later).key.windows).toEqual({ '5h': { startedAt: now + 1, nanoUsd: 0 } });
  });

  it('keeps reservations in the next period', () => {
    const limits = { quota: { nanoUsd: 10, reset: 'day' } } as const;
    const { key } = sampleStates({
      reservedNanoUsd: 4,
      quota: { startedAt: now - 2 * day, nanoUsd: 10, tokens: 0, reset: 'day' },
    });
    expect(decide(limits, sampleAmounts(7), { key }).outcome.kind).toBe('held');
    expect(decide(limits, sampleAmounts(6), { key }).outcome.kind).toBe('granted');
  });
});

describe('a key with three requests a minute', () => {
  const limits = { requestsPerMinute: 3 } as const;

  /** Asks as often as that at one time, and returns how many were granted and the states after it. */
  function ask(count: number, time: number, before: LedgerStates) {
    let states = before;
    let granted = 0;
    for (let index = 0; index < count; index += 1) {
      const decision = decide(limits, sampleAmounts(0), { ...states, now: time });
      if (decision.granted === undefined) continue;
      states = decision.granted;
      granted += 1;
    }
    return { granted, states };
  }

  it('gets exactly three, and one more every twenty seconds', () => {
    const first = ask(10, now, sampleStates());
    expect(first.granted).toBe(3);
    expect(ask(10, now + 19_900, first.states).granted).toBe(0);
    const second = ask(10, now + 20_000, first.states);
    expect(second.granted).toBe(1);
    expect(ask(10, now + 60_000, second.states).granted).toBe(2);
    expect(ask(10, now + hour, second.states).granted).toBe(3);
  });
});

describe.each([61_000, hour, day])('a clock that was %d milliseconds ahead', (aheadMs) => {
  const limits = { requestsPerMinute: 3, tokensPerMinute: 1_000 } as const;
  const ahead = decide(limits, sampleAmounts(0, { rateTokens: 900 }), { now: now + aheadMs });

  it('leaves the rates of a key what they owed, and no more', () => {
    const small = decide(limits, sampleAmounts(0, { rateTokens: 100 }), statesOf(ahead));
    expect(small.outcome).toMatchObject({
      kind: 'granted',
      standing: { requests: { remaining: 1 }, tokens: { remaining: 0 } },
    });
    const large = decide(limits, sampleAmounts(0, { rateTokens: 600 }), statesOf(ahead));
    expect(large.outcome).toMatchObject({ limit: 'tokens_per_minute', retryAt: now + 30_000 });
  });

  it('leaves it to them, too, when the request ends after it was set back', () => {
    const { held } = ahead.granted ?? {};
    const ended = { charges: [sampleCharge(0, 400)], limits, now, ...(held && { held }) };
    expect(applySettlement(statesOf(ahead), ended).key).toMatchObject({
      requestsWholeAt: now + 20_000,
      tokensWholeAt: now + 24_000,
      lastUsedAt: now,
    });
  });
});

describe('a rate that is full again in the future', () => {
  const limits = { requestsPerMinute: 3, tokensPerMinute: 1_000 } as const;

  it('counts where the clock differs by a little, as those of two readers do', () => {
    const { key } = sampleStates({ requestsWholeAt: now + 60_000, lastUsedAt: now + 60_000 });
    expect(decide(limits, sampleAmounts(0), { key }).outcome.kind).toBe('refused');
  });

  it.each([
    [hour, 'refused'],
    [hour + 1, 'granted'],
  ])('owes no request after a full bucket in %d milliseconds: %s', (aheadMs, kind) => {
    const { key } = sampleStates({ requestsWholeAt: now + aheadMs });
    expect(decide(limits, sampleAmounts(0), { key }).outcome.kind).toBe(kind);
  });

  it.each([
    [2 * hour, 'refused'],
    [2 * hour + 1, 'granted'],
  ])('owes no token after a full bucket in %d milliseconds: %s', (aheadMs, kind) => {
    const { key } = sampleStates({ tokensWholeAt: now + aheadMs });
    const amounts = sampleAmounts(0, { rateTokens: 1 });
    expect(decide(limits, amounts, { key }).outcome.kind).toBe(kind);
  });

  it('does not forgive a debt that can be true', () => {
    const { key } = sampleStates({ tokensWholeAt: now + 50 * 60_000 });
    const { outcome } = decide(limits, sampleAmounts(0, { rateTokens: 1 }), { key });
    expect(outcome).toMatchObject({ kind: 'refused', limit: 'tokens_per_minute' });
  });
});

describe('the upper bound of a request', () => {
  const bound = { nanoUsd: 30, leastNanoUsd: 20, tokens: 0, leastTokens: 0 };
  const amounts = sampleAmounts(10, { leastNanoUsd: 5, bound });
  const limits = { quota: { nanoUsd: 100, reset: 'none' } } as const;

  function decideAfter(spent: number): ReserveDecision['outcome'] {
    const quota = { startedAt: 0, nanoUsd: spent, tokens: 0 };
    const { key } = sampleStates({ spent, quota });
    return decide(limits, amounts, { key }).outcome;
  }

  it('refuses it near the end of a limit, where what is expected would fit', () => {
    expect(decideAfter(81)).toMatchObject({ kind: 'refused', needed: 30, left: 19 });
  });

  it('is reserved where a limit has room for fewer than three such requests', () => {
    expect(decideAfter(10)).toMatchObject({ kind: 'granted', nanoUsd: 10 });
    expect(decideAfter(10)).not.toHaveProperty('isBound');
    expect(decideAfter(11)).toMatchObject({ kind: 'granted', nanoUsd: 30, isBound: true });
    expect(decideAfter(75)).toMatchObject({ kind: 'granted', nanoUsd: 25, isBound: true });
  });

  it('applies to tokens in the same way', () => {
    const inTokens = { nanoUsd: 0, leastNanoUsd: 0, tokens: 30, leastTokens: 20 };
    const wanted = sampleAmounts(0, { tokens: 10, leastTokens: 5, bound: inTokens });
    const outcome = decide({ quota: { tokens: 80, reset: 'none' } }, wanted).outcome;
    expect(outcome).toMatchObject({ kind: 'granted', tokens: 30, isBound: true });
  });
});

describe('an extension', () => {
  const limits = { quota: { nanoUsd: 100, tokens: 100, reset: 'none' } } as const;

  /** A key that holds 60 for this exchange and others, of which 20 are for this one. */
  function extend(input: Partial<ExtensionInput>, changes: Partial<LedgerStates['key']> = {}) {
    const held = { nanoUsd: 20, tokens: 20, rateMs: 7, requests: 1, slots: 1 };
    return decideExtension({
      ...sampleStates(
        { reservedNanoUsd: 60, reservedTokens: 60, running: 2, ...changes },
        { reserved: 60 },
      ),
      ...{ limits, held, moreNanoUsd: 0, moreTokens: 0, overdraft: false, prepaid: false, now },
      ...input,
    });
  }

  it('is refused beyond a limit, in money or in tokens', () => {
    expect(extend({ moreNanoUsd: 41 })).toBeUndefined();
    expect(extend({ moreTokens: 41 })).toBeUndefined();
    expect(extend({ moreNanoUsd: 1, prepaid: true })).toBeUndefined();
    expect(extend({ moreNanoUsd: 10, limits: { windows: { '5h': 69 } } })).toBeUndefined();
  });

  it('adds only what is missing of a total, and gives back nothing of more', () => {
    const total = { moreNanoUsd: 60, moreTokens: 10, inTotal: true } as const;
    expect(extend(total)).toMatchObject({
      key: { reservedNanoUsd: 100, reservedTokens: 60 },
      held: { nanoUsd: 60, tokens: 20 },
    });
    expect(extend({ ...total, moreNanoUsd: 61 })).toBeUndefined();
    expect(extend({ ...total, limits: {} })?.held).toMatchObject({ nanoUsd: 20, tokens: 20 });
  });

  it('raises what is held, to the last unit of the limit', () => {
    expect(extend({ moreNanoUsd: 40, moreTokens: 39 })).toMatchObject({
      key: { reservedNanoUsd: 100, reservedTokens: 99, running: 2 },
      account: { reserved: 100 },
      held: { nanoUsd: 60, tokens: 59, rateMs: 7 },
    });
  });

  it('gives back at most what is held, also beyond a limit', () => {
    const change = { moreNanoUsd: -5, moreTokens: -99, limits: { windows: { '5h': 1 } } } as const;
    expect(extend(change)).toMatchObject({
      key: { reservedNanoUsd: 55, reservedTokens: 40 },
      held: { nanoUsd: 15, tokens: 0 },
    });
  });

  it('may exceed a limit once with an overdraft, and not when it is exceeded already', () => {
    const extended = extend({ moreNanoUsd: 480, overdraft: true });
    expect(extended).toMatchObject({ key: { reservedNanoUsd: 540 }, account: { reserved: 540 } });
    expect(extend({ moreNanoUsd: 1, overdraft: true }, { reservedNanoUsd: 101 })).toBeUndefined();
    expect(extend({ moreNanoUsd: 1, overdraft: true }, { reservedNanoUsd: 100 })).toBeDefined();
  });

  it('never exceeds what a total can count, also with an overdraft', () => {
    const { account } = sampleStates({}, { spent: Number.MAX_SAFE_INTEGER - 69, reserved: 60 });
    expect(extend({ moreNanoUsd: 9, overdraft: true, account })).toBeDefined();
    expect(extend({ moreNanoUsd: 10, overdraft: true, account })).toBeUndefined();
  });

  it('holds nothing where nothing is limited', () => {
    const held = { nanoUsd: 0, tokens: 0, rateMs: 0, requests: 0, slots: 1 };
    for (const more of [1, 999]) {
      expect(extend({ limits: {}, held, moreNanoUsd: more, moreTokens: more })).toMatchObject({
        key: { reservedNanoUsd: 60, reservedTokens: 60 },
        held,
      });
    }
  });

  it('of one amount does not depend on the limit of the other', () => {
    const exceeded = { reservedNanoUsd: 101, reservedTokens: 60 };
    expect(extend({ moreTokens: 5 }, exceeded)).toMatchObject({
      held: { nanoUsd: 20, tokens: 25 },
    });
    const inTokens = { reservedNanoUsd: 60, reservedTokens: 101 };
    expect(extend({ moreNanoUsd: 5 }, inTokens)).toMatchObject({
      held: { nanoUsd: 25, tokens: 20 },
    });
  });

  it('gives back slots, at most those that it has', () => {
    const held = { nanoUsd: 0, tokens: 0, rateMs: 0, requests: 0, slots: 2 };
    const changes = { running: 5 };
    expect(extend({ held, moreSlots: -1 }, changes)).toMatchObject({
      ...{ key: { running: 4 }, held: { slots: 1 } },
    });
    expect(extend({ held, moreSlots: -9 }, changes)).toMatchObject({
      ...{ key: { running: 3 }, held: { slots: 0 } },
    });
  });
});
