import { expect, it } from 'vitest';
import { encodeReservation, reservationColumns } from './held.ts';

it('names every column of a reservation, which databases with statements of their own read', () => {
  const amounts = { nanoUsd: 1, leastNanoUsd: 1, tokens: 2, leastTokens: 2, rateTokens: 3 };
  const request = {
    ...{ id: 'x-1', keyId: 'key-1', accountId: 'account-1', limits: {}, amounts },
    ...{ owner: 'process-1', lifeMs: 60_000, last: true },
  };
  const held = { nanoUsd: 1, tokens: 2, rateMs: 3, requests: 4, slots: 5 };
  const row = encodeReservation(request, held, 1_000);
  expect(Object.keys(row).toSorted()).toEqual(reservationColumns.toSorted());
  expect(row).toMatchObject({ created_at: 1_000, expires_at: 61_000, requests: 4, slots: 5 });
});
