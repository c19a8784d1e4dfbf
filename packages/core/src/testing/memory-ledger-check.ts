import { pricedEntryId } from '../ledger/index.ts';
import type { LedgerEntry, LedgerFault, LedgerReport } from '../store.ts';
import type { MemoryBook } from './memory-ledger.ts';

/** Adds everything up anew, as every driver does. */
export function checkMemoryLedger(book: MemoryBook, now: number): LedgerReport {
  const { accounts, keys, entries, reservations, exchanges } = book;
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
    faults: [...checkAccounts(book), ...checkKeys(book), ...checkExchanges(exchanges, entries)],
  };
}

function checkAccounts({ accounts, entries, reservations }: MemoryBook): readonly LedgerFault[] {
  return [...accounts.values()].flatMap(({ accountId: id, granted, spent, reserved }) => {
    const own = entries.filter((entry) => entry.accountId === id);
    const held = [...reservations.values()].filter(({ accountId }) => accountId === id);
    return compare({ subject: 'account', id }, [
      ['granted', granted, sumNanos(own.filter(({ kind }) => kind !== 'charge'))],
      ['spent', spent, sumNanos(own.filter(({ kind }) => kind === 'charge'))],
      ['reserved', reserved, sum(held, ({ nanos }) => nanos)],
    ]);
  });
}

function checkKeys({ keys, entries, reservations }: MemoryBook): readonly LedgerFault[] {
  return [...keys.values()].flatMap((state) => {
    const { keyId: id, quota } = state;
    const own = entries.filter((entry) => entry.keyId === id);
    const held = [...reservations.values()].filter(({ keyId }) => keyId === id);
    return compare({ subject: 'key', id }, [
      ['spent', state.spent, sumNanos(own)],
      ['quota', quota.nanos, sumNanos(own.filter(({ at }) => at >= quota.startedAt))],
      ['reserved', state.reservedNanos, sum(held, ({ nanos }) => nanos)],
      ['reserved_tokens', state.reservedTokens, sum(held, ({ tokens }) => tokens)],
      ['running', state.running, held.length],
    ]);
  });
}

function checkExchanges(
  exchanges: MemoryBook['exchanges'],
  entries: readonly LedgerEntry[],
): readonly LedgerFault[] {
  return exchanges.flatMap(({ id, chargedNanos }) => {
    const own = entries.filter(({ exchangeId }) => exchangeId === id);
    return compare({ subject: 'exchange', id }, [['charged', chargedNanos, sumNanos(own)]]);
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

function sumNanos(entries: readonly LedgerEntry[]): number {
  return sum(entries, ({ nanos }) => nanos);
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
