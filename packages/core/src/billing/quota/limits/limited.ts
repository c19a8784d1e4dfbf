/** Tells which keys and accounts have limits, so that amounts must be reserved before an upstream call. */
import type { Snapshot } from '../../../models/routing/snapshot.ts';
import type { AccountRecord, KeyRecord } from '../../../store/index.ts';
import { limitsMoney as keyLimitsMoney } from '../../ledger/full-hold.ts';

/** A key and its account. */
export interface KeyWithAccount {
  readonly key: KeyRecord;
  readonly account: AccountRecord;
}

/** Whether a key or its account has any limit, so that amounts must be reserved before an upstream is called. */
export function isLimited(caller: KeyWithAccount): boolean {
  const { requestsPerMinute, tokensPerMinute, concurrency } = caller.key.limits;
  const isRated = requestsPerMinute !== undefined || tokensPerMinute !== undefined;
  return isRated || concurrency !== undefined || limitsUse(caller);
}

/** Whether the usage of a reply is limited, in money or in tokens. */
export function limitsUse(caller: KeyWithAccount): boolean {
  return caller.key.limits.quota?.tokens !== undefined || limitsMoney(caller);
}

/** Whether money is limited, so that every target must have a known price. */
export function limitsMoney({ key, account }: KeyWithAccount): boolean {
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
  caller?: KeyWithAccount,
): boolean {
  return unknownPrices === 'refuse' || (caller !== undefined && limitsMoney(caller));
}
