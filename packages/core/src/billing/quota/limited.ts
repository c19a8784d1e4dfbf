/** Which keys and accounts have limits, so that the store must be asked before a call. */
import type { Snapshot } from '../../models/routing/snapshot.ts';
import type { AccountRecord, KeyRecord } from '../../store/index.ts';

/** A key and whose it is. */
export interface Holder {
  readonly key: KeyRecord;
  readonly account: AccountRecord;
}

/** Whether anything of a key or its account is limited, so that the store must be asked first. */
export function isLimited(holder: Holder): boolean {
  const { requestsPerMinute, tokensPerMinute, concurrency } = holder.key.limits;
  const rates = [requestsPerMinute, tokensPerMinute, concurrency];
  return limitsUse(holder) || rates.some((rate) => rate !== undefined);
}

/** Whether what an answer may use up is limited, in money or in tokens. */
export function limitsUse(holder: Holder): boolean {
  return holder.key.limits.quota?.tokens !== undefined || limitsMoney(holder);
}

/** Whether its money is limited, so that everything it calls must have a price. */
export function limitsMoney({ key, account }: Holder): boolean {
  const { quota, windows = {} } = key.limits;
  const amounts = [quota?.nanoUsd, ...Object.values<number | undefined>(windows)];
  return account.prepaid || amounts.some((amount) => amount !== undefined);
}

/** Whether only targets with a known price may be called: what others cost could not be held. */
export function needsPrice(
  { unknownPrices }: Pick<Snapshot, 'unknownPrices'>,
  holder?: Holder,
): boolean {
  return unknownPrices === 'refuse' || (holder !== undefined && limitsMoney(holder));
}
