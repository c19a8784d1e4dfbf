/** The ledger and the exchanges of the memory store. */
import { omitUndefined } from '@parley/protocol';
import {
  applyCharge,
  applyCredit,
  applyRelease,
  applySettlement,
  advanceKeyState,
  chargeEntries,
  chargeEntryId,
  checkReservationExtension,
  checkReservationRequest,
  checkSettlement,
  costOfAttempts,
  creditEntry,
  decideExtension,
  decideReserve,
  emptyAccountState,
  emptyKeyState,
  endsItsOwn,
  priceAttempt,
  pricedEntry,
  pricedEntryId,
  timeOfCharge,
} from '../billing/ledger/index.ts';
import { checkListLimit, settleOneByOne } from '../store/index.ts';
import type {
  AccountRecord,
  AccountState,
  ExchangeRecord,
  ExchangeStore,
  FailedSettlement,
  KeyRecord,
  KeyLimits,
  KeyState,
  LateCharge,
  LedgerEntry,
  LedgerStore,
  ReservationExtension,
  ReserveOutcome,
  ReservationRequest,
  Settlement,
} from '../store/index.ts';
import { MemoryBook } from './book.ts';
import {
  deleteMemoryExchanges,
  keepExchange,
  findMemoryStart,
  listMemoryExchanges,
  listMemorySettled,
  measureMemoryLatency,
} from './exchanges.ts';
import { checkMemoryLedger } from './ledger-check.ts';
import { matches, selectNewest } from './records.ts';
import { sumMemoryUsage } from './usage.ts';

export interface MemoryLedgerOptions {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: () => number;
  readonly findAccount: (id: string) => AccountRecord | undefined;
  /** The maximum number of exchanges, at least 1. */
  readonly capacity: number;
}

export interface MemoryLedger extends LedgerStore, ExchangeStore {
  /** The stored exchanges, in the order of settlement. */
  readonly listKept: () => readonly ExchangeRecord[];
  /** All zero for a key that was never used. */
  readonly readKeyState: (key: Pick<KeyRecord, 'id' | 'limits'>) => KeyState;
  readonly readAccountState: (accountId: string) => AccountState;
}

/** The ledger and the exchanges, by the same rules as in every driver. */
export function createMemoryLedger(options: MemoryLedgerOptions): MemoryLedger {
  const { now, findAccount } = options;
  const book = new MemoryBook(options.capacity);
  return {
    listKept: () => [...book.exchanges.values()],
    readKeyState: ({ id, limits }) => {
      const state = book.keys.get(id) ?? emptyKeyState(id, now());
      return advanceKeyState(state, limits, now());
    },
    readAccountState: (id) => book.accounts.get(id) ?? emptyAccountState(id),
    reserve: async (request) => {
      const prepaid = findAccount(request.accountId)?.prepaid ?? true;
      return reserve(book, request, { prepaid, now: now() });
    },
    extendReservation: async (extension) => {
      const prepaid = findAccount(extension.accountId)?.prepaid ?? true;
      return extend(book, extension, { prepaid, now: now() });
    },
    settle: async (settlement) => settle(book, settlement, now()),
    settleBatch: async (batch) => settleBatch(book, batch, now()),
    release: async (id, limits) => release(book, id, limits),
    renewReservations: async (owner, lifeMs) => {
      for (const [id, reservation] of book.reservations) {
        if (reservation.owner !== owner) continue;
        book.reservations.set(id, { ...reservation, expiresAt: now() + lifeMs });
      }
    },
    releaseExpired: async () => releaseExpired(book, now()),
    credit: async (credit) => {
      const known = book.credits.get(credit.id);
      if (known !== undefined || !findAccount(credit.accountId)) return known;
      const account = book.accounts.get(credit.accountId) ?? emptyAccountState(credit.accountId);
      book.accounts.set(credit.accountId, applyCredit(account, credit));
      const entry = creditEntry(credit, now());
      book.credits.set(entry.id, entry);
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
    ...createMemoryExchanges(book, now),
  };
}

function createMemoryExchanges(book: MemoryBook, now: () => number): ExchangeStore {
  return {
    findExchange: async (id) => book.exchanges.get(id),
    findExchanges: async (ids) => {
      checkListLimit(Math.max(ids.length, 1));
      return [...new Set(ids)].flatMap((id) => book.exchanges.get(id) ?? []);
    },
    listSettled: async (filter) => listMemorySettled(book, filter),
    readTime: async () => now(),
    deleteExchanges: async (deletion) => deleteMemoryExchanges(book, deletion, now()),
    listExchanges: async (filter) => listMemoryExchanges([...book.exchanges.values()], filter),
    findExchangeStart: async (place) => findMemoryStart([...book.exchanges.values()], place),
    sumUsage: async (query) =>
      sumMemoryUsage([...book.used.values(), ...book.exchanges.values()], query),
    measureLatency: async (query) => measureMemoryLatency([...book.exchanges.values()], query),
  };
}

function reserve(
  book: MemoryBook,
  request: ReservationRequest,
  facts: { readonly prepaid: boolean; readonly now: number },
): ReserveOutcome {
  checkReservationRequest(request);
  const { id, keyId, accountId, owner, lifeMs } = request;
  release(book, id);
  const states = book.states(keyId, accountId);
  const { outcome, granted } = decideReserve({ ...request, ...states, ...facts });
  if (granted === undefined) return outcome;
  const { held, ...changed } = granted;
  book.write(changed);
  const expiresAt = facts.now + lifeMs;
  book.reservations.set(id, { ...held, keyId, accountId, owner, expiresAt });
  return outcome;
}

function extend(
  book: MemoryBook,
  extension: ReservationExtension,
  facts: { readonly prepaid: boolean; readonly now: number },
): boolean {
  checkReservationExtension(extension);
  const { id, keyId, accountId } = extension;
  const held = book.reservations.get(id);
  if (held === undefined) return false;
  const states = book.states(keyId, accountId);
  const extended = decideExtension({ ...extension, ...states, ...facts, held });
  if (extended === undefined) return false;
  book.write(extended);
  book.reservations.set(id, { ...held, ...extended.held });
  return true;
}

function settle(book: MemoryBook, settlement: Settlement, now: number): void {
  checkSettlement(settlement);
  const { limits, reservation } = settlement;
  const record = keepExchange(settlement.record);
  if (book.charges.has(record.id)) {
    if (endsItsOwn(settlement)) release(book, record.id);
    return;
  }
  const held = reservation && book.reservations.get(reservation.id);
  const states = book.states(record.keyId, record.accountId);
  const settled = applySettlement(states, omitUndefined({ ...settlement, now, held }));
  book.write(settled);
  if (reservation !== undefined && held !== undefined) {
    if (settled.held === undefined) book.reservations.delete(reservation.id);
    else book.reservations.set(reservation.id, { ...held, ...settled.held });
  }
  book.addExchange(record, chargeEntries(settlement, timeOfCharge(settled.key, now)), now);
  book.limits.set(record.keyId, limits);
}

function settleBatch(
  book: MemoryBook,
  batch: readonly string[],
  now: number,
): readonly FailedSettlement[] {
  return settleOneByOne(batch, (settlement) => {
    settle(book, settlement, now);
  });
}

function release(book: MemoryBook, id: string, limits?: KeyLimits): void {
  const held = book.reservations.get(id);
  if (held === undefined) return;
  book.reservations.delete(id);
  book.write(applyRelease(book.states(held.keyId, held.accountId), held, limits));
}

function releaseExpired(book: MemoryBook, now: number): number {
  const expired = [...book.reservations].filter(([, { expiresAt }]) => expiresAt <= now);
  for (const [id] of expired) release(book, id);
  return expired.length;
}

function chargeQuarantined(book: MemoryBook, charge: LateCharge, now: number): boolean {
  const { exchangeId, attempt, nanoUsd, listNanoUsd } = charge;
  const charges = book.charges.get(exchangeId) ?? [];
  const id = chargeEntryId(exchangeId, attempt);
  const entry = charges.find((one) => one.id === id && one.pricing === 'quarantined');
  const isCharged = charges.some((one) => one.id === pricedEntryId(id));
  const record = book.exchanges.get(exchangeId);
  if (entry === undefined || record === undefined || isCharged) return false;
  const limits = book.limits.get(record.keyId) ?? {};
  const states = book.states(record.keyId, record.accountId);
  const charged = applyCharge(states, { nanoUsd, limits, now });
  book.write(charged);
  const all = [...charges, pricedEntry(entry, charge, timeOfCharge(charged.key, now))];
  book.charges.set(exchangeId, all);
  const attemptRecords = priceAttempt(record.attemptRecords, charge);
  book.exchanges.set(exchangeId, {
    ...record,
    attemptRecords,
    chargedNanoUsd: record.chargedNanoUsd + nanoUsd,
    listNanoUsd: record.listNanoUsd + listNanoUsd,
    ...omitUndefined({ costNanoUsd: costOfAttempts(attemptRecords) }),
    pricing: isQuarantined(all) ? 'quarantined' : 'priced',
  });
  return true;
}

function isQuarantined(charges: readonly LedgerEntry[]): boolean {
  const ids = new Set(charges.map(({ id }) => id));
  return charges.some(
    ({ id, pricing }) => pricing === 'quarantined' && !ids.has(pricedEntryId(id)),
  );
}
