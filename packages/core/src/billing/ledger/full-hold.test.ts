import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyLimits } from '../../store/money.ts';
import type { ReservationRequest } from '../../store/reservations.ts';
import { fullHold } from './full-hold.ts';
import { decideReserve } from './reservation.ts';
import { emptyAccountState, emptyKeyState } from './states.ts';

const now = 1_700_000_000_000;
const amount = fc.integer({ min: 1, max: 1_000 });
const large = fc.constant(10 ** 12);
const limits: fc.Arbitrary<KeyLimits> = fc.record(
  {
    quota: fc.oneof(
      fc.record({ nanoUsd: large, reset: fc.constant('none' as const) }),
      fc.record({ tokens: large, reset: fc.constant('none' as const) }),
    ),
    windows: fc.record({ '1d': large }, { requiredKeys: [] }),
    requestsPerMinute: fc.constant(1_000_000),
    tokensPerMinute: fc.constant(1_000_000_000),
    concurrency: fc.constant(10_000),
  },
  { requiredKeys: [] },
);

describe('what is held in full', () => {
  it('is for one request where none is asked for ahead', () => {
    const request: ReservationRequest = {
      ...{ id: 'x', keyId: 'k', accountId: 'a', owner: 'p', lifeMs: 1, last: false },
      amounts: { nanoUsd: 7, leastNanoUsd: 1, tokens: 5, leastTokens: 1, rateTokens: 5 },
      limits: {
        ...{ quota: { nanoUsd: 99, tokens: 99, reset: 'none' }, concurrency: 9 },
        ...{ requestsPerMinute: 60, tokensPerMinute: 600 },
      },
    };
    expect(fullHold(request, false)).toStrictEqual({
      ...{ nanoUsd: 7, tokens: 5, rateMs: 500, requests: 1, requestsMs: 1_000, slots: 1 },
    });
    expect(fullHold({ ...request, limits: {} }, false)).toStrictEqual({
      ...{ nanoUsd: 0, tokens: 0, rateMs: 0, requests: 0, requestsMs: 0, slots: 1 },
    });
  });

  it('is what the rules hold where every limit has room', () => {
    fc.assert(
      fc.property(limits, amount, amount, fc.nat({ max: 20 }), fc.boolean(), (...input) => {
        const [keyLimits, nanoUsd, tokens, ahead, prepaid] = input;
        const request: ReservationRequest = {
          ...{ id: 'x', keyId: 'k', accountId: 'a', owner: 'p', lifeMs: 1, last: false },
          amounts: { nanoUsd, leastNanoUsd: 1, tokens, leastTokens: 1, rateTokens: tokens },
          limits: keyLimits,
          ahead,
        };
        const states = {
          key: emptyKeyState('k', now),
          account: { ...emptyAccountState('a'), granted: 10 ** 12 },
        };
        const { granted } = decideReserve({ ...request, ...states, prepaid, now });
        const { requestsMs, rateMs, ...held } = fullHold(request, prepaid);
        expect(granted?.held).toMatchObject(held);
        expect(granted?.held.rateMs).toBeCloseTo(rateMs, 2);
        expect((granted?.key.requestsWholeAt ?? 0) - now).toBeCloseTo(requestsMs, 2);
      }),
    );
  });
});
