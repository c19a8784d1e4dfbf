import type { ExchangeFilter, ExchangeRecord, Store } from '../store.ts';
import { createMemoryAccounts } from './memory-accounts.ts';
import {
  createMemoryAdmin,
  createMemoryEntities,
  createMemoryResponses,
} from './memory-administration.ts';
import { createMemoryKeys } from './memory-keys.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { matches, selectNewest } from './memory-records.ts';

/** A store for tests of core: it forgets everything and shows what it was told. */
export interface MemoryStore extends Store {
  /** Every settled exchange, in the order of settling. */
  readonly exchanges: readonly ExchangeRecord[];
}

/** @param now the store's clock, in milliseconds since 1970. */
export function createMemoryStore({ now = () => Date.now() } = {}): MemoryStore {
  const ledger = createMemoryLedger({ now, findAccount: (id) => accounts.findAccount(id) });
  const accounts = createMemoryAccounts({
    stateOf: ledger.readAccountState,
    hasKeys: (accountId) => keys.hasKeys(accountId),
  });
  const keys = createMemoryKeys({
    stateOf: ledger.readKeyState,
    findAccount: accounts.findAccount,
  });
  const { exchanges } = ledger;
  return {
    ...ledger,
    ...accounts,
    ...keys,
    ...createMemoryAdmin(),
    ...createMemoryEntities(),
    ...createMemoryResponses(),
    exchanges,
    findExchange: async (id) => exchanges.find((record) => record.id === id),
    listExchanges: async (filter) => listExchanges(exchanges, filter),
    check: async () => undefined,
    close: async () => undefined,
  };
}

function listExchanges(
  exchanges: readonly ExchangeRecord[],
  { from = -Infinity, until = Infinity, after, limit, ...wanted }: ExchangeFilter,
): readonly ExchangeRecord[] {
  const found = exchanges
    .filter(({ startedAt }) => startedAt >= from && startedAt < until)
    .filter((record) => matches(record, wanted));
  const cursor = after && { time: after.startedAt, id: after.id };
  return selectNewest(found, (record) => record.startedAt, { after: cursor, limit });
}
