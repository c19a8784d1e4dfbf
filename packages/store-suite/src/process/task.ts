import type { KeyRecord } from '@parley/core/store';

/** What a child process does once it has opened its store and was told to go. */
export type StoreTask =
  /** Opens, checks and closes a store at each of more locations, one after the other. */
  | { readonly kind: 'open'; readonly locations: readonly string[] }
  /** Records the exchanges all at once. */
  | { readonly kind: 'record'; readonly ids: readonly string[] }
  /**
   * Records exchanges `<prefix>-0`, `<prefix>-1` … for the key `<prefix>` until it is killed, and
   * prints each id on a line of its own once the store has promised that it is on disk.
   */
  | { readonly kind: 'record-endlessly'; readonly prefix: string }
  /**
   * Reserves for exchanges `<prefix>-0`, `<prefix>-1` … of the key, all at once, waits for what others
   * hold, settles what was granted, and prints the id of each that was refused.
   */
  | ({ readonly kind: 'spend'; readonly count: number; readonly key: KeyRecord } & Spending)
  /** Reserves the same way, prints what was granted, and then does nothing until it is killed. */
  | ({ readonly kind: 'hold'; readonly count: number; readonly key: KeyRecord } & Spending);

/** What each exchange asks for, and what it costs in the end, in nano-dollars. */
export interface Spending {
  readonly prefix: string;
  readonly demand: number;
  readonly cost: number;
  /** How long what is held lives, in milliseconds. */
  readonly lifeMs: number;
}

/** The words that parent and child say to each other. */
export const ready = 'ready';
export const go = 'go';
