/** Encodes what reservations hold as rows. */
import { toWholeNumber, type Held, type ReservationRequest } from '@parley/core/store';
import type { Payer } from '../hot-statements.ts';
import type { ReservationRow } from '../schema.ts';

/** The columns of the amounts that a reservation holds. */
export type HeldColumns = Pick<
  ReservationRow,
  'nano_usd' | 'tokens' | 'rate_ms' | 'requests' | 'slots'
>;

export const reservationColumns = [
  'exchange_id',
  'key_id',
  'account_id',
  'nano_usd',
  'tokens',
  'rate_ms',
  'requests',
  'slots',
  'owner',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof ReservationRow)[];

/** @param now milliseconds since 1970, by the store's clock */
export function encodeReservation(
  request: ReservationRequest,
  held: Held,
  now: number,
): ReservationRow {
  return {
    exchange_id: request.id,
    key_id: request.keyId,
    account_id: request.accountId,
    ...encodeHeld(held),
    owner: request.owner,
    created_at: toWholeNumber(now),
    expires_at: toWholeNumber(now + request.lifeMs),
  };
}

export function encodeHeld({ nanoUsd, tokens, rateMs, requests, slots }: Held): HeldColumns {
  return {
    nano_usd: toWholeNumber(nanoUsd),
    tokens: toWholeNumber(tokens),
    rate_ms: rateMs,
    requests: toWholeNumber(requests),
    slots: toWholeNumber(slots),
  };
}

export function decodeHeld(row: HeldColumns): Held {
  const { nano_usd: nanoUsd, tokens, rate_ms: rateMs, requests, slots } = row;
  return { nanoUsd, tokens, rateMs, requests, slots };
}

export function payerOfRow(row: ReservationRow): Payer {
  return { keyId: row.key_id, accountId: row.account_id };
}
