import { describe, expect, it } from 'vitest';
import type { AttemptCharge, Demand, ReserveRequest, Settlement } from '../../store/index.ts';
import { sampleCharge, sampleDemand } from '../../testing/ledger-samples.ts';
import { checkReserveRequest, checkSettlement } from './requests.ts';

function request(demand: Demand, lifeMs = 45_000): ReserveRequest {
  const ids = { exchangeId: 'x', keyId: 'k', accountId: 'a', owner: 'o' };
  return { ...ids, limits: {}, demand, last: false, lifeMs };
}

function settlement(charges: readonly AttemptCharge[]): Pick<Settlement, 'charges'> {
  return { charges };
}

describe('a demand', () => {
  it.each([
    sampleDemand(-1),
    sampleDemand(1.5),
    sampleDemand(Number.NaN),
    sampleDemand(2 ** 53),
    sampleDemand(1, { rateTokens: Infinity }),
    sampleDemand(1, { leastNanos: 2 }),
    sampleDemand(1, { tokens: 1, leastTokens: 2 }),
  ])('of %j is refused', (demand) => {
    expect(() => checkReserveRequest(request(demand))).toThrow(RangeError);
  });

  it('lives for a time that can be kept', () => {
    expect(() => checkReserveRequest(request(sampleDemand(1), Infinity))).toThrow(RangeError);
    expect(() => checkReserveRequest(request(sampleDemand(1)))).not.toThrow();
  });
});

describe('the charges of a settlement', () => {
  it.each([-1, 0.1, Number.NaN, 2 ** 53])('are refused with %d nano-dollars', (nanos) => {
    expect(() => checkSettlement(settlement([sampleCharge(nanos)]))).toThrow(RangeError);
  });

  it('have an attempt each', () => {
    const twice = settlement([sampleCharge(1), sampleCharge(2)]);
    expect(() => checkSettlement(twice)).toThrow(RangeError);
    const other = settlement([sampleCharge(1), sampleCharge(2, 0, 2)]);
    expect(() => checkSettlement(other)).not.toThrow();
  });
});
