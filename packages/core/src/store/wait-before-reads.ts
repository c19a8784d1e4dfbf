/** Lets reads of a store see everything that this process has recorded; used by `createGateway`. */
import { waitAtMost } from '../wait-at-most.ts';
import type { Store } from './store.ts';

/** What reads exchanges, money or the states of keys and accounts, or decides by them. */
const reads = [
  'findExchange',
  'findExchanges',
  'listExchanges',
  'findExchangeStart',
  'listSettled',
  'readTime',
  'sumUsage',
  'measureLatency',
  'listLedger',
  'checkLedger',
  'chargeQuarantined',
  'credit',
  'readKey',
  'listKeys',
  'readAccount',
  'listAccounts',
] as const satisfies readonly (keyof Store)[];

/** How long a read waits, in milliseconds. A store that does not answer must not be the fault of a read. */
const longestWaitMs = 5_000;

/**
 * Returns the same store, whose reads wait first.
 * @param settled resolves when the store has everything that was recorded before the call; never rejects
 */
export function waitBeforeReads(store: Store, settled: () => Promise<void>): Store {
  const from: Readonly<Record<(typeof reads)[number], Read>> = store;
  const waiting = reads.map((name): [string, Read] => [
    name,
    async (...parameters) => {
      await waitAtMost(longestWaitMs, settled(), undefined);
      return from[name](...parameters);
    },
  ]);
  // All other methods are those of the store.
  return Object.assign(Object.create(store) as Store, Object.fromEntries(waiting));
}

type Read = (...parameters: never[]) => Promise<unknown>;
