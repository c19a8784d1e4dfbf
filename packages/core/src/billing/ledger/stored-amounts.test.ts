import { describe, expect, it } from 'vitest';
import type {
  AttemptCharge,
  RequestedAmounts,
  ReservationRequest,
  Settlement,
} from '../../store/index.ts';
import { sampleCharge, sampleAmounts } from '../../testing/ledger-samples.ts';
import { checkReservationExtension, checkReservationRequest } from './reservation.ts';
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

  it.each([{ nanoUsd: 1.5 }, { tokens: 2 ** 53 }, { leastTokens: 2 }])(
    'of at most %j is refused',
    (most) => {
      const bound = { nanoUsd: 1, leastNanoUsd: 0, tokens: 1, leastTokens: 0, ...most };
      const amounts = sampleAmounts(1, { bound });
      expect(() => checkReservationRequest(request(amounts))).toThrow(RangeError);
    },
  );

  it('names a minimum above the full amount', () => {
    const amounts = sampleAmounts(1, { leastNanoUsd: 2 });
    expect(() => checkReservationRequest(request(amounts))).toThrow(
      new RangeError('The minimum amount of a reservation exceeds its full amount.'),
    );
  });

  it('names the amount that is refused', () => {
    const check = () => checkReservationRequest(request(sampleAmounts(1, { rateTokens: -2 })));
    expect(check).toThrow(/^The ledger cannot keep the rateTokens of a reservation: -2\.$/);
  });

  it('may be extended by amounts, and only returns slots', () => {
    const extension = {
      id: 'x',
      keyId: 'k',
      accountId: 'a',
      limits: {},
      moreNanoUsd: 1,
      moreTokens: -1,
      overdraft: false,
    };
    expect(() => checkReservationExtension(extension)).not.toThrow();
    expect(() => checkReservationExtension({ ...extension, moreSlots: -1 })).not.toThrow();
    expect(() => checkReservationExtension({ ...extension, moreSlots: 1 })).toThrow(RangeError);
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

  it.each(['attempt', 'nanoUsd', 'listNanoUsd', 'costNanoUsd'])(
    'are refused by their name: %s',
    (name) => {
      expect(() => checkSettlement(settlement([{ ...sampleCharge(3), [name]: -3 }]))).toThrow(
        new RangeError(`The ledger cannot keep the ${name} of a charge: -3.`),
      );
    },
  );

  it.each([
    [
      'nanoUsd',
      'The ledger cannot keep the amount that an exchange takes out of its reservation: -1.',
    ],
    [
      'tokens',
      'The ledger cannot keep the tokens that an exchange takes out of its reservation: -1.',
    ],
    ['rateMs', 'What an exchange takes out of its reservation is not a number from 0.'],
  ])('take %s from 0 out of a reservation', (name, message) => {
    const reservation = { id: 'x', isLast: false, nanoUsd: 0, tokens: 0, rateMs: 0, [name]: -1 };
    expect(() => checkSettlement({ charges: [], reservation })).toThrow(new RangeError(message));
  });

  it.each([
    [0, true],
    [0.5, true],
    [Infinity, false],
  ])('take %d milliseconds out of the tokens per minute: %s', (rateMs, isTaken) => {
    const reservation = { id: 'x', isLast: false, nanoUsd: 0, tokens: 0, rateMs } as const;
    const check = () => checkSettlement({ charges: [], reservation });
    if (isTaken) expect(check).not.toThrow();
    else expect(check).toThrow(RangeError);
  });

  it('belong to different attempts', () => {
    const twice = settlement([sampleCharge(1), sampleCharge(2)]);
    expect(() => checkSettlement(twice)).toThrow(
      new RangeError('Two charges of a settlement have the same attempt.'),
    );
    const other = settlement([sampleCharge(1), sampleCharge(2, 0, 2)]);
    expect(() => checkSettlement(other)).not.toThrow();
  });
});
