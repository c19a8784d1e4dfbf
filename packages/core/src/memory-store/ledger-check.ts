/** Recomputes the totals of the memory store from its rows. */
import { pricedEntryId } from '../billing/ledger/index.ts';
import type { LedgerEntry, LedgerFault, LedgerReport } from '../store/index.ts';
import type { MemoryBook } from './book.ts';

/** Recomputes all totals, as every driver does. */
export function checkMemoryLedger(book: MemoryBook, now: number): LedgerReport {
  const { accounts, keys, entries, reservations } = book;
  const open = [...reservations.values()];
  const priced = new Set(entries.map(({ id }) => id));
  const quarantined = entries.filter(
    ({ id, pricing }) => pricing === 'quarantined' && !priced.has(pricedEntryId(id)),
  );
  const states = [...accounts.values()];
  return {
    accounts: accounts.size,
    keys: keys.size,
    entries: entries.length,
    openReservations: open.length,
    expiredReservations: open.filter(({ expiresAt }) => expiresAt <= now).length,
    granted: sum(states, ({ granted }) => granted),
    spent: sum(states, ({ spent }) => spent),
    reserved: sum(states, ({ reserved }) => reserved),
    quarantinedCharges: quarantined.length,
    faults: [...checkAccounts(book), ...checkKeys(book), ...checkExchanges(book)].slice(0, 100),
  };
}

function checkAccounts(book: MemoryBook): readonly LedgerFault[] {
  const entriesOf = Map.groupBy(book.entries, ({ accountId }) => accountId);
  const heldOf = Map.groupBy(book.reservations.values(), ({ accountId }) => accountId);
  return [...book.accounts.values()].flatMap(({ accountId: id, granted, spent, reserved }) => {
    const own = entriesOf.get(id) ?? [];
    const charges = sumNanoUsd(own.filter(({ kind }) => kind === 'charge'));
    return compare({ subject: 'account', id }, [
      ['granted', granted, sumNanoUsd(own.filter(({ kind }) => kind !== 'charge'))],
      ['spent', spent, charges + (book.droppedOfAccounts.get(id) ?? 0)],
      ['reserved', reserved, sum(heldOf.get(id) ?? [], ({ nanoUsd }) => nanoUsd)],
    ]);
  });
}

function checkKeys(book: MemoryBook): readonly LedgerFault[] {
  const entriesOf = Map.groupBy(book.entries, ({ keyId }) => keyId);
  const heldOf = Map.groupBy(book.reservations.values(), ({ keyId }) => keyId);
  return [...book.keys.values()].flatMap((state) => {
    const { keyId: id, quota } = state;
    const own = entriesOf.get(id) ?? [];
    const held = heldOf.get(id) ?? [];
    const dropped = book.droppedOfKeys.get(id);
    const droppedOfQuota = dropped?.quotaStartedAt === quota.startedAt ? dropped.quotaNanoUsd : 0;
    const inQuota = own.filter(({ at }) => at >= quota.startedAt);
    return compare({ subject: 'key', id }, [
      ['spent', state.spent, sumNanoUsd(own) + (dropped?.nanoUsd ?? 0)],
      ['quota', quota.nanoUsd, sumNanoUsd(inQuota) + droppedOfQuota],
      ['reserved', state.reservedNanoUsd, sum(held, ({ nanoUsd }) => nanoUsd)],
      ['reserved_tokens', state.reservedTokens, sum(held, ({ tokens }) => tokens)],
      ['running', state.running, sum(held, ({ slots }) => slots)],
    ]);
  });
}

function checkExchanges({ exchanges, charges }: MemoryBook): readonly LedgerFault[] {
  return [...exchanges.values()].flatMap(({ id, chargedNanoUsd }) => {
    const own = charges.get(id) ?? [];
    return compare({ subject: 'exchange', id }, [['charged', chargedNanoUsd, sumNanoUsd(own)]]);
  });
}

type Total = readonly [total: string, stated: number, counted: number];

function compare(
  subject: Pick<LedgerFault, 'subject' | 'id'>,
  totals: readonly Total[],
): readonly LedgerFault[] {
  return totals
    .filter(([, stated, counted]) => stated !== counted)
    .map(([total, stated, counted]) => ({ ...subject, total, stated, counted }));
}

function sumNanoUsd(entries: readonly LedgerEntry[]): number {
  return sum(entries, ({ nanoUsd }) => nanoUsd);
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
