/** The tasks of child processes; shared by parent and child. */
import type { KeyRecord } from '@parley/core/store';

/** The task of a child process after it has opened its store and received the start message. */
export type StoreTask =
  /** Opens, checks and closes a store at each of these locations, one after the other. */
  | { readonly kind: 'open'; readonly locations: readonly string[] }
  /** Records all exchanges concurrently. */
  | { readonly kind: 'record'; readonly ids: readonly string[] }
  /**
   * Records exchanges `<prefix>-0`, `<prefix>-1` … for the key `<prefix>` until it is killed, and prints each
   * id on a line of its own once the store has resolved, which means that it is on disk.
   */
  | { readonly kind: 'record-endlessly'; readonly prefix: string }
  /**
   * Reserves for exchanges `<prefix>-0`, `<prefix>-1` … of the key concurrently, waits while other
   * reservations block it, settles those that were granted, and prints the ids that were refused.
   */
  | ({ readonly kind: 'spend'; readonly count: number; readonly key: KeyRecord } & Spending)
  /** Reserves in the same way, prints the granted ids, and then waits until it is killed. */
  | ({ readonly kind: 'hold'; readonly count: number; readonly key: KeyRecord } & Spending);

/** What each exchange reserves and what it costs, in nanoUsd. */
export interface Spending {
  readonly prefix: string;
  readonly reserveNanoUsd: number;
  readonly cost: number;
  /** Lifetime of a reservation, in milliseconds. */
  readonly lifeMs: number;
}

/** The messages between parent and child. */
export const ready = 'ready';
export const go = 'go';
