/** A store in memory, for trials and tests: `@parley/core/memory-store`. */
import { systemClock } from '../clock.ts';
import { StoreUnavailableError, type ExchangeRecord, type Store } from '../store/index.ts';
import { createMemoryAccounts } from './accounts.ts';
import {
  createMemoryAdmin,
  createMemoryEntities,
  createMemorySessions,
  createMemoryUsers,
} from './administration.ts';
import { createMemoryKeys } from './keys.ts';
import { createMemoryLedger } from './ledger.ts';
import { createMemoryResponses } from './responses.ts';

/** How many exchanges and audit entries are kept by default. */
const defaultCapacity = 10_000;

export interface MemoryStoreOptions {
  /** The store's clock, in milliseconds since 1970; the machine's by default. */
  readonly now?: () => number;
  /**
   * How many exchanges are kept, and how many audit entries, at least 1; 10,000 by default. The oldest
   * are dropped.
   */
  readonly capacity?: number;
}

export interface MemoryStore extends Store {
  /** The exchanges that are kept, in the order of settling. */
  readonly exchanges: readonly ExchangeRecord[];
}

/**
 * Creates a store for trials and tests. It keeps the whole contract but one promise: nothing is on a
 * disk, so everything is lost when the process ends, and no other process sees it.
 *
 * It is bounded by `capacity`: when an exchange is dropped, its rows of the ledger are dropped too and
 * the sums of usage no longer count it, but balances, quotas and totals stay exact. A quarantined
 * charge that was dropped can no longer be priced. Kept answers are bounded by 64 Mi characters.
 * @throws RangeError when the capacity is no whole number from 1
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { now = () => systemClock.now(), capacity = defaultCapacity } = options;
  if (!Number.isSafeInteger(capacity) || capacity < 1) {
    throw new RangeError('The capacity of a store must be a whole number from 1.');
  }
  const ledger = createMemoryLedger({
    now,
    capacity,
    findAccount: (id) => accounts.findAccount(id),
  });
  const accounts = createMemoryAccounts({
    stateOf: ledger.readAccountState,
    hasKeys: (accountId) => keys.hasKeys(accountId),
  });
  const keys = createMemoryKeys({
    stateOf: ledger.readKeyState,
    findAccount: accounts.findAccount,
  });
  const verbs: Omit<Store, 'close'> = {
    ...ledger,
    ...accounts,
    ...keys,
    ...createMemoryAdmin(capacity),
    ...createMemoryEntities(),
    ...createMemorySessions(),
    ...createMemoryUsers(),
    ...createMemoryResponses(),
    check: async () => undefined,
  };
  let isClosed = false;
  return {
    ...refuseWhen(() => isClosed, verbs),
    get exchanges() {
      return ledger.listKept();
    },
    close: async () => {
      isClosed = true;
    },
  };
}

type Verbs = Readonly<Record<string, (...parameters: never[]) => unknown>>;

/** Makes every method reject once the store is closed. No method waits, so none is running then. */
function refuseWhen<Guarded extends object>(isClosed: () => boolean, verbs: Guarded): Guarded {
  const guarded = Object.entries(verbs as Verbs).map(([name, verb]) => [
    name,
    async (...parameters: never[]) => {
      if (isClosed()) throw new StoreUnavailableError('The store is closed.');
      return verb(...parameters);
    },
  ]);
  return Object.fromEntries(guarded) as Guarded;
}
