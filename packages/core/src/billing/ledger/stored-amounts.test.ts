import { describe, expect, it } from 'vitest';
import type {
  AttemptCharge,
  RequestedAmounts,
  ReservationRequest,
  Settlement,
} from '../../store/index.ts';
import { sampleCharge, sampleAmounts } from '../../testing/ledger-samples.ts';
import { checkReservationRequest } from './reservation.ts';
import { checkSettlement } from './settlement.ts';

function request(amounts: RequestedAmounts, lifeMs = 45_000): ReservationRequest {
  const ids = { id: 'x', keyId: 'k', accountId: 'a', owner: 'o' };
  return { ...ids, limits: {}, amounts, last: false, lifeMs };
}

function settlement(charges: readonly AttemptCharge[]): Pick<Settlement, 'charges'> {
  return { charges };
}

describe('a reservation request', () => {
  it.each([
    sampleAmounts(-1),
    sampleAmounts(1.5),
    sampleAmounts(Number.NaN),
    sampleAmounts(2 ** 53),
    sampleAmounts(1, { rateTokens: Infinity }),
    sampleAmounts(1, { leastNanoUsd: 2 }),
    sampleAmounts(1, { tokens: 1, leastTokens: 2 }),
  ])('of %j is refused', (amounts) => {
    expect(() => checkReservationRequest(request(amounts))).toThrow(RangeError);
  });

  it('has a lifetime that is a safe integer', () => {
    expect(() => checkReservationRequest(request(sampleAmounts(1), Infinity))).toThrow(RangeError);
    expect(() => checkReservationRequest(request(sampleAmounts(1)))).not.toThrow();
  });
});

describe('the charges of a settlement', () => {
  it.each([-1, 0.1, Number.NaN, 2 ** 53])('are refused with %d nano-dollars', (nanoUsd) => {
    expect(() => checkSettlement(settlement([sampleCharge(nanoUsd)]))).toThrow(RangeError);
  });

  it('belong to different attempts', () => {
    const twice = settlement([sampleCharge(1), sampleCharge(2)]);
    expect(() => checkSettlement(twice)).toThrow(RangeError);
    const other = settlement([sampleCharge(1), sampleCharge(2, 0, 2)]);
    expect(() => checkSettlement(other)).not.toThrow();
  });
});
