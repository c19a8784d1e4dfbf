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

/** The maximum number of exchanges and audit entries by default. */
const defaultCapacity = 10_000;

/** How a store in memory differs from the default; for tests. */
export interface MemoryStoreOptions {
  /** The store's clock, in milliseconds since 1970; the system clock by default. */
  readonly now?: () => number;
  /**
   * The maximum number of exchanges and of audit entries, at least 1; 10,000 by default. The oldest are
   * dropped.
   */
  readonly capacity?: number;
}

export interface MemoryStore extends Store {
  /** The stored exchanges, in the order of settlement. */
  readonly exchanges: readonly ExchangeRecord[];
}

/**
 * Creates a store for trials and tests. It fulfils the whole contract except durability: nothing is on disk,
 * so everything is lost when the process ends, and no other process can read it.
 *
 * It is bounded by `capacity`: when an exchange is dropped, its rows of the ledger are dropped too and the
 * sums of usage no longer count it, but balances, quotas and totals stay exact. A quarantined charge that was
 * dropped can no longer be priced. Stored responses are bounded by 64 Mi characters.
 * @throws RangeError when the capacity is not a whole number of at least 1
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
    hasKeys: (accountId) => keys.hasKey((key) => key.accountId === accountId),
  });
  const keys = createMemoryKeys({
    stateOf: ledger.readKeyState,
    findAccount: accounts.findAccount,
    checkGroups: (names) => {
      entities.checkGroups(names);
    },
  });
  const entities = createMemoryEntities((group) =>
    keys.hasKey(({ groups }) => groups.includes(group)),
  );
  const methods: Omit<Store, 'close'> = {
    ...ledger,
    ...accounts,
    ...keys,
    ...createMemoryAdmin(capacity, keys),
    ...entities,
    ...createMemorySessions(),
    ...createMemoryUsers(),
    ...createMemoryResponses(),
    check: async () => undefined,
  };
  let isClosed = false;
  return {
    ...refuseWhen(() => isClosed, methods),
    get exchanges() {
      return ledger.listKept();
    },
    close: async () => {
      isClosed = true;
    },
  };
}

type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>;

/** Makes every method reject once the store is closed. No method waits, so none is running then. */
function refuseWhen<Guarded extends object>(isClosed: () => boolean, methods: Guarded): Guarded {
  const guarded = Object.entries(methods as Methods).map(([name, method]) => [
    name,
    async (...parameters: never[]) => {
      if (isClosed()) throw new StoreUnavailableError('The store is closed.');
      return method(...parameters);
    },
  ]);
  return Object.fromEntries(guarded) as Guarded;
}
