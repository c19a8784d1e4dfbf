import {
  applyCharge,
  applyCredit,
  applyRelease,
  applySettlement,
  advanceKeyState,
  chargeEntries,
  chargeEntryId,
  checkReserveRequest,
  checkSettlement,
  creditEntry,
  decideReserve,
  emptyAccountState,
  emptyKeyState,
  pricedEntry,
  pricedEntryId,
  type Held,
  type LedgerStates,
} from '../ledger/index.ts';
import type {
  AccountRecord,
  AccountState,
  ExchangeRecord,
  ExchangeStore,
  KeyLimits,
  KeyRecord,
  KeyState,
  LedgerEntry,
  LedgerStore,
  ReserveOutcome,
  ReserveRequest,
  Settlement,
} from '../store.ts';
import { checkMemoryLedger } from './memory-ledger-check.ts';
import { matches, selectNewest } from './memory-records.ts';
import { sumMemoryUsage } from './memory-usage.ts';

export interface MemoryLedgerOptions {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: () => number;
  readonly findAccount: (id: string) => AccountRecord | undefined;
}

export interface MemoryLedger extends LedgerStore, Pick<ExchangeStore, 'sumUsage'> {
  /** Every settled exchange, in the order of settling. */
  readonly exchanges: readonly ExchangeRecord[];
  /** All zero for what was never used. */
  readKeyState(key: Pick<KeyRecord, 'id' | 'limits'>): KeyState;
  readAccountState(accountId: string): AccountState;
}

export interface MemoryReservation extends Held {
  readonly keyId: string;
  readonly accountId: string;
  readonly owner: string;
  readonly expiresAt: number;
}

/** Everything that the ledger holds. */
export class MemoryBook {
  readonly keys = new Map<string, KeyState>();
  readonly accounts = new Map<string, AccountState>();
  readonly reservations = new Map<string, MemoryReservation>();
  readonly entries: LedgerEntry[] = [];
  readonly exchanges: ExchangeRecord[] = [];
  /** The limits that a key was last settled with. */
  readonly limits = new Map<string, KeyLimits>();

  states(keyId: string, accountId: string): LedgerStates {
    return {
      key: this.keys.get(keyId) ?? emptyKeyState(keyId, 0),
      account: this.accounts.get(accountId) ?? emptyAccountState(accountId),
    };
  }

  write({ key, account }: LedgerStates): void {
    this.keys.set(key.keyId, key);
    this.accounts.set(account.accountId, account);
  }
}

/** Money for tests of core, by the same rules as every driver. */
export function createMemoryLedger({ now, findAccount }: MemoryLedgerOptions): MemoryLedger {
  const book = new MemoryBook();
  return {
    exchanges: book.exchanges,
    readKeyState: ({ id, limits }) => {
      const state = book.keys.get(id) ?? emptyKeyState(id, now());
      return advanceKeyState(state, limits, now());
    },
    readAccountState: (id) => book.accounts.get(id) ?? emptyAccountState(id),
    reserve: async (request) => {
      const prepaid = findAccount(request.accountId)?.prepaid ?? true;
      return reserve(book, request, { prepaid, now: now() });
    },
    settle: async (settlement) => settle(book, settlement, now()),
    release: async (exchangeId) => release(book, exchangeId),
    renewReservations: async (owner, lifeMs) => {
      for (const [id, reservation] of book.reservations) {
        if (reservation.owner !== owner) continue;
        book.reservations.set(id, { ...reservation, expiresAt: now() + lifeMs });
      }
    },
    freeExpired: async () => freeExpired(book, now()),
    credit: async (credit) => {
      const known = book.entries.find(({ id }) => id === credit.id);
      if (known !== undefined || !findAccount(credit.accountId)) return known;
      const account = book.accounts.get(credit.accountId) ?? emptyAccountState(credit.accountId);
      book.accounts.set(credit.accountId, applyCredit(account, credit));
      const entry = creditEntry(credit, now());
      book.entries.push(entry);
      return entry;
    },
    chargeQuarantined: async (charge) => chargeQuarantined(book, charge, now()),
    listLedger: async ({ from = -Infinity, until = Infinity, after, limit, ...wanted }) => {
      const found = book.entries
        .filter(({ at }) => at >= from && at < until)
        .filter((entry) => matches(entry, wanted));
      const cursor = after && { time: after.at, id: after.id };
      return selectNewest(found, (entry) => entry.at, { after: cursor, limit });
    },
    checkLedger: async () => checkMemoryLedger(book, now()),
    sumUsage: async (query) => sumMemoryUsage(book.exchanges, query),
  };
}

function reserve(
  book: MemoryBook,
  request: ReserveRequest,
  facts: { readonly prepaid: boolean; readonly now: number },
): ReserveOutcome {
  checkReserveRequest(request);
  const { exchangeId, keyId, accountId, owner, lifeMs } = request;
  if (book.reservations.has(exchangeId)) release(book, exchangeId);
  const states = book.states(keyId, accountId);
  const { outcome, granted } = decideReserve({ ...request, ...states, ...facts });
  if (granted === undefined) return outcome;
  const { held, ...changed } = granted;
  book.write(changed);
  const expiresAt = facts.now + lifeMs;
  book.reservations.set(exchangeId, { ...held, keyId, accountId, owner, expiresAt });
  return outcome;
}

function settle(book: MemoryBook, settlement: Settlement, now: number): void {
  checkSettlement(settlement);
  const { record, charges, limits } = settlement;
  if (book.exchanges.some(({ id }) => id === record.id)) return;
  const held = book.reservations.get(record.id);
  const states = book.states(record.keyId, record.accountId);
  book.write(applySettlement(states, { charges, limits, now, ...(held && { held }) }));
  book.reservations.delete(record.id);
  book.exchanges.push(record);
  book.entries.push(...chargeEntries(settlement, now));
  book.limits.set(record.keyId, limits);
}

function release(book: MemoryBook, exchangeId: string): void {
  const held = book.reservations.get(exchangeId);
  if (held === undefined) return;
  book.reservations.delete(exchangeId);
  book.write(applyRelease(book.states(held.keyId, held.accountId), held));
}

function freeExpired(book: MemoryBook, now: number): number {
  const expired = [...book.reservations].filter(([, { expiresAt }]) => expiresAt <= now);
  for (const [id] of expired) release(book, id);
  return expired.length;
}

function chargeQuarantined(
  book: MemoryBook,
  charge: Parameters<LedgerStore['chargeQuarantined']>[0],
  now: number,
): boolean {
  const { exchangeId, attempt, nanos, listNanos } = charge;
  const id = chargeEntryId(exchangeId, attempt);
  const entry = book.entries.find((one) => one.id === id && one.pricing === 'quarantined');
  const isCharged = book.entries.some((one) => one.id === pricedEntryId(id));
  const index = book.exchanges.findIndex((one) => one.id === exchangeId);
  const record = book.exchanges[index];
  if (entry === undefined || record === undefined || isCharged) return false;
  const limits = book.limits.get(record.keyId) ?? {};
  const states = book.states(record.keyId, record.accountId);
  book.write(applyCharge(states, { nanos, limits, now }));
  book.entries.push(pricedEntry(entry, charge, now));
  book.exchanges[index] = {
    ...record,
    chargedNanos: record.chargedNanos + nanos,
    listNanos: record.listNanos + listNanos,
    pricing: isQuarantined(book, exchangeId) ? 'quarantined' : 'priced',
  };
  return true;
}

function isQuarantined({ entries }: MemoryBook, exchangeId: string): boolean {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.some(
    (entry) =>
      entry.exchangeId === exchangeId &&
      entry.pricing === 'quarantined' &&
      !ids.has(pricedEntryId(entry.id)),
  );
}
