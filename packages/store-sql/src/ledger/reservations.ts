/** Makes, renews and releases reservations. */
import { applyRelease, decideExtension, decideReserve } from '@parley/core/ledger';
import {
  toWholeNumber,
  type Held,
  type KeyLimits,
  type ReservationExtension,
  type ReservationRequest,
  type ReserveOutcome,
} from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { writeRows, type DatabaseFacts } from '../database.ts';
import type { ReservationRow, Schema } from '../schema.ts';
import { settleEach, type Result } from './group-commit.ts';
import { lockStates, prepareStates, type LockedStates, type Owners } from './locked-states.ts';

/** The maximum number of expired reservations that one sweep releases, which bounds how long it takes. */
const sweepSize = 500;

interface ReserveBatch {
  readonly requests: readonly ReservationRequest[];
  /** The states whose rows are known to exist. */
  readonly known: Set<string>;
}

/** Decides on many reservations in one transaction, one after the other. */
export async function reserveAll(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { requests, known }: ReserveBatch,
): Promise<readonly Result<ReserveOutcome>[]> {
  await prepareStates(database, facts, { owners: requests, known });
  return database.transaction().execute(async (transaction) => {
    const states = await lockStates(transaction, facts, requests);
    const prepaid = await findPrepaid(transaction, requests);
    const now = await facts.now(transaction);
    await releaseEarlier(transaction, states, requests);
    const rows = new Map<string, ReservationRow>();
    const results = settleEach(requests, (request) => {
      const earlier = rows.get(request.id);
      if (earlier !== undefined) releaseRow(states, earlier);
      rows.delete(request.id);
      const isPrepaid = prepaid.has(request.accountId);
      const { outcome, held } = decide(states, request, { prepaid: isPrepaid, now });
      if (held !== undefined) rows.set(request.id, encodeReservation(request, held, now));
      return outcome;
    });
    await writeRows(facts, [...rows.values()], (some) =>
      transaction.insertInto('reservations').values(some).execute(),
    );
    await states.write(transaction, facts);
    return results;
  });
}

function decide(
  states: LockedStates,
  request: ReservationRequest,
  facts: { readonly prepaid: boolean; readonly now: number },
): { readonly outcome: ReserveOutcome; readonly held?: Held } {
  const { outcome, granted } = decideReserve({ ...request, ...states.get(request), ...facts });
  if (granted === undefined) return { outcome };
  states.set(granted);
  return { outcome, held: granted.held };
}

/** Releases earlier reservations of the same exchanges, so that a repeated request counts once. */
async function releaseEarlier(
  transaction: Transaction<Schema>,
  states: LockedStates,
  requests: readonly ReservationRequest[],
): Promise<void> {
  const ids = requests.map(({ id }) => id);
  for (const row of await deleteReservations(transaction, ids)) releaseRow(states, row);
}

async function findPrepaid(
  transaction: Transaction<Schema>,
  requests: readonly Owners[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...new Set(requests.map(({ accountId }) => accountId))])
    .where('prepaid', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function encodeReservation(request: ReservationRequest, held: Held, now: number): ReservationRow {
  return {
    exchange_id: request.id,
    key_id: request.keyId,
    account_id: request.accountId,
    ...encodeHeld(held),
    owner: request.owner,
    created_at: toWholeNumber(now),
    expires_at: toWholeNumber(now + request.lifeMs),
  };
}

/** Changes what a reservation holds, in one transaction. */
export async function extendReservation(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  extension: ReservationExtension,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const states = await lockStates(transaction, facts, [extension]);
    const [row] = await findReservation(transaction, extension.id);
    if (row === undefined) return false;
    const prepaid = (await findPrepaid(transaction, [extension])).has(extension.accountId);
    const now = await facts.now(transaction);
    const held = decodeHeld(row);
    const current = states.get(extension);
    const extended = decideExtension({ ...extension, ...current, prepaid, now, held });
    if (extended === undefined) return false;
    states.set(extended);
    await changeReservation(transaction, extension.id, extended.held);
    await states.write(transaction, facts);
    return true;
  });
}

/** Writes what a reservation whose states are locked holds now. */
export async function changeReservation(
  transaction: Transaction<Schema>,
  id: string,
  held: Held,
): Promise<void> {
  await transaction
    .updateTable('reservations')
    .set(encodeHeld(held))
    .where('exchange_id', '=', id)
    .execute();
}

/** Deletes reservations whose states are locked, and returns their rows. */
export async function deleteReservations(
  transaction: Transaction<Schema>,
  exchangeIds: readonly string[],
): Promise<readonly ReservationRow[]> {
  if (exchangeIds.length === 0) return [];
  return transaction
    .deleteFrom('reservations')
    .where('exchange_id', 'in', [...exchangeIds])
    .returningAll()
    .execute();
}

interface Freed {
  readonly find: (executor: Kysely<Schema>) => Promise<readonly ReservationRow[]>;
  /** The limits of their key; without them, requests per minute are not given back. */
  readonly limits?: KeyLimits;
}

/** Releases reservations. Those that have ended meanwhile change nothing. */
export async function freeReservations(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { find, limits }: Freed,
): Promise<number> {
  const found = await find(database);
  if (found.length === 0) return 0;
  return database.transaction().execute(async (transaction) => {
    const states = await lockStates(transaction, facts, found.map(ownersOf));
    const mine = new Set(found.map((row) => row.exchange_id));
    // Some may have been renewed or ended meanwhile: only those found again under the locks count.
    const still = (await find(transaction)).filter((row) => mine.has(row.exchange_id));
    const taken = await deleteReservations(
      transaction,
      still.map((row) => row.exchange_id),
    );
    for (const row of taken) releaseRow(states, row, limits);
    await states.write(transaction, facts);
    return taken.length;
  });
}

/** Reservations that their owner has not renewed in time, oldest first. */
export async function findExpired(
  executor: Kysely<Schema>,
  facts: DatabaseFacts,
): Promise<readonly ReservationRow[]> {
  return executor
    .selectFrom('reservations')
    .selectAll()
    .where('expires_at', '<=', await facts.now(executor))
    .orderBy('expires_at')
    .orderBy('exchange_id')
    .limit(sweepSize)
    .execute();
}

export async function findReservation(
  executor: Kysely<Schema>,
  exchangeId: string,
): Promise<readonly ReservationRow[]> {
  return executor
    .selectFrom('reservations')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .execute();
}

/** Renews the reservations of an owner. Skips those that another transaction is ending. */
export async function renewReservations(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { owner, lifeMs }: { readonly owner: string; readonly lifeMs: number },
): Promise<void> {
  const now = await facts.now(database);
  await database
    .updateTable('reservations')
    .set({ expires_at: toWholeNumber(now + lifeMs) })
    .where('exchange_id', 'in', (from) =>
      from
        .selectFrom('reservations')
        .select('exchange_id')
        .where('owner', '=', owner)
        .$if(facts.rowLocks, (query) => query.forUpdate().skipLocked()),
    )
    .execute();
}

export function decodeHeld(row: ReservationRow): Held {
  const { nano_usd: nanoUsd, tokens, rate_ms: rateMs, requests, slots } = row;
  return { nanoUsd, tokens, rateMs, requests, slots };
}

function encodeHeld({ nanoUsd, tokens, rateMs, requests, slots }: Held) {
  return {
    nano_usd: toWholeNumber(nanoUsd),
    tokens: toWholeNumber(tokens),
    rate_ms: rateMs,
    requests: toWholeNumber(requests),
    slots: toWholeNumber(slots),
  };
}

function ownersOf(row: ReservationRow): Owners {
  return { keyId: row.key_id, accountId: row.account_id };
}

function releaseRow(states: LockedStates, row: ReservationRow, limits?: KeyLimits): void {
  states.set(applyRelease(states.get(ownersOf(row)), decodeHeld(row), limits));
}
