/** What a reservation holds where every limit has room; for stores that hold first and decide afterwards. */
import type { Held, ReservationRequest } from '../../store/reservations.ts';
import { windowNames } from '../../store/money.ts';
import { spanOf } from './rate.ts';

/** What is held, and by how much it delays the rates, in milliseconds. */
export interface FullHold extends Held {
  readonly requestsMs: number;
}

/**
 * Returns what `decideReserve` holds for a request and all that it asks for ahead, unless a limit is near its
 * end.
 * @param prepaid whether the account may only spend what was topped up
 */
export function fullHold(request: ReservationRequest, prepaid: boolean): FullHold {
  const { amounts, limits, ahead = 0 } = request;
  const { requestsPerMinute, tokensPerMinute, concurrency, quota } = limits;
  const calls = 1 + ahead;
  const requests = requestsPerMinute === undefined ? 0 : calls;
  return {
    nanoUsd: prepaid || keyLimitsMoney(request) ? calls * amounts.nanoUsd : 0,
    tokens: quota?.tokens === undefined ? 0 : calls * amounts.tokens,
    rateMs: spanOf(calls * amounts.rateTokens, tokensPerMinute),
    requests,
    requestsMs: spanOf(requests, requestsPerMinute),
    slots: concurrency === undefined ? 1 : calls,
  };
}

/** Whether the limits of the key itself limit money. */
export function keyLimitsMoney({ limits }: Pick<ReservationRequest, 'limits'>): boolean {
  const { quota, windows } = limits;
  if (quota?.nanoUsd !== undefined) return true;
  return windows !== undefined && windowNames.some((name) => windows[name] !== undefined);
}
