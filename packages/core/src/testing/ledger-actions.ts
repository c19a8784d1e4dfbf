/** What may happen to a ledger, and to which keys; used by property tests of the ledger. */
import type { WatchedKey } from './ledger-model.ts';

/** Keys with limits of every kind, of a prepaid account and of one that is only counted. */
export const keys: readonly WatchedKey[] = [
  { id: 'daily', accountId: 'prepaid', limits: { quota: { nanoUsd: 100, reset: 'day' } } },
  { id: 'windowed', accountId: 'prepaid', limits: { windows: { '5h': 60, '1d': 90 } } },
  { id: 'bare', accountId: 'prepaid', limits: {} },
  {
    id: 'monthly',
    accountId: 'counted',
    limits: { quota: { nanoUsd: 150, reset: 'month' }, windows: { '7d': 120 } },
  },
  { id: 'lasting', accountId: 'counted', limits: { quota: { nanoUsd: 200, reset: 'none' } } },
];
/** The account with a balance. */
export const prepaid = 'prepaid';
/** The processes that hold reservations. */
export const owners = ['first', 'second', 'third'] as const;
type Owner = (typeof owners)[number];

/** An event of the ledger. */
export type Action =
  | {
      readonly kind: 'reserve';
      readonly key: WatchedKey;
      readonly least: number;
      /** By how much the full amount exceeds the minimum. */
      readonly more: number;
      readonly ahead: number;
      readonly last: boolean;
      readonly owner: Owner;
    }
  /** An exchange ends, and ends again with another amount. */
  | {
      readonly kind: 'settle';
      readonly pick: number;
      readonly nanoUsd: number;
      readonly again: number;
    }
  /** A further exchange ends that takes its part out of the reservation of another one. */
  | {
      readonly kind: 'settle ahead';
      readonly pick: number;
      readonly nanoUsd: number;
      readonly taken: number;
    }
  | { readonly kind: 'settle unheld'; readonly key: WatchedKey; readonly nanoUsd: number }
  | { readonly kind: 'release'; readonly pick: number }
  /** An exchange costs more than expected. */
  | {
      readonly kind: 'extend';
      readonly pick: number;
      readonly more: number;
      readonly overdraft: boolean;
    }
  /** A process ends and no longer renews its reservations. */
  | { readonly kind: 'crash'; readonly owner: Owner }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'credit'; readonly nanoUsd: number; readonly id: number }
  | { readonly kind: 'pass'; readonly seconds: number };
