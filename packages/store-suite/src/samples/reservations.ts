/** Reservation requests and settlements of a key, by their amounts. */
import type { KeyRecord, NanoUsd, ReservationRequest, Settlement } from '@parley/core/store';
import { sampleExchange, settlementOf } from './exchanges.ts';

/** The amounts of a reservation; the minimum equals the whole amount by default. */
export interface SampleAmounts extends Partial<Omit<ReservationRequest['amounts'], 'nanoUsd'>> {
  readonly nanoUsd: NanoUsd;
  readonly last?: boolean;
  readonly owner?: string;
  readonly lifeMs?: number;
  readonly ahead?: number;
}

/** A reservation request of a key, with a lifetime of one minute by default. */
export function reservationRequestOf(
  id: string,
  { id: keyId, accountId, limits }: KeyRecord,
  { last = false, owner = 'process-1', lifeMs = 60_000, ahead = 0, ...wanted }: SampleAmounts,
): ReservationRequest {
  const { nanoUsd, tokens = 0 } = wanted;
  const amounts = { leastNanoUsd: nanoUsd, tokens, leastTokens: tokens, rateTokens: 0, ...wanted };
  return { id, keyId, accountId, limits, amounts, ahead, last, owner, lifeMs };
}

/** The settlement of an exchange with this cost. */
export function settlementOfCost(
  id: string,
  { id: keyId, accountId, limits }: KeyRecord,
  nanoUsd: NanoUsd,
): Settlement {
  const record = sampleExchange(id, {
    keyId,
    accountId,
    listNanoUsd: nanoUsd,
    chargedNanoUsd: nanoUsd,
  });
  return settlementOf(record, { limits });
}
