/** Tells which keys and accounts have limits, so that amounts must be reserved before an upstream call. */
import type { Snapshot } from '../../../models/routing/snapshot.ts';
import type { AccountRecord, KeyRecord } from '../../../store/index.ts';
import { limitsMoney as keyLimitsMoney } from '../../ledger/full-hold.ts';

/** A key and its account. */
export interface Holder {
  readonly key: KeyRecord;
  readonly account: AccountRecord;
}

/** Whether a key or its account has any limit, so that amounts must be reserved before an upstream is called. */
export function isLimited(holder: Holder): boolean {
  const { requestsPerMinute, tokensPerMinute, concurrency } = holder.key.limits;
  const isRated = requestsPerMinute !== undefined || tokensPerMinute !== undefined;
  return isRated || concurrency !== undefined || limitsUse(holder);
}

/** Whether the usage of a reply is limited, in money or in tokens. */
export function limitsUse(holder: Holder): boolean {
  return holder.key.limits.quota?.tokens !== undefined || limitsMoney(holder);
}

/** Whether money is limited, so that every target must have a known price. */
export function limitsMoney({ key, account }: Holder): boolean {
  return account.prepaid || keyLimitsMoney(key);
}

/**
 * Whether one request may exceed a limit.
 * @param overdraft as configured; by default only keys of accounts that are not prepaid may
 */
export function allowsOverdraft(
  overdraft: Snapshot['overdraft'],
  { prepaid }: Pick<AccountRecord, 'prepaid'>,
): boolean {
  return (overdraft ?? (prepaid ? 'none' : 'one-call')) === 'one-call';
}

/** Whether only targets with a known price may be called; the cost of others could not be reserved. */
export function needsPrice(
  { unknownPrices }: Pick<Snapshot, 'unknownPrices'>,
  holder?: Holder,
): boolean {
  return unknownPrices === 'refuse' || (holder !== undefined && limitsMoney(holder));
}
