/** Makes, renews and releases reservations. */
import { applyRelease, decideExtension, decideReserve, type Held } from '@parley/core/ledger';
import {
  toWholeNumber,
  type ReservationExtension,
  type ReservationRequest,
  type ReserveOutcome,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from '../database.ts';
import type { HotStatements, Owners } from '../hot-statements.ts';
import type { ReservationRow, Schema } from '../schema.ts';
import { settleEach, type Result } from './group-commit.ts';
import { statementsOf } from './kysely-statements.ts';
import { lockStates, prepareStates, type LockedStates } from './locked-states.ts';

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
    const statements = statementsOf(facts, transaction);
    const states = await lockStates(statements, facts, requests);
    const prepaid = await findPrepaid(statements, requests);
    const now = await facts.now(transaction);
    await releaseEarlier(statements, states, requests);
    const rows = new Map<string, ReservationRow>();
    const results = settleEach(requests, (request) => {
      const earlier = rows.get(request.exchangeId);
      if (earlier !== undefined) releaseRow(states, earlier);
      rows.delete(request.exchangeId);
      const isPrepaid = prepaid.has(request.accountId);
      const { outcome, held } = decide(states, request, { prepaid: isPrepaid, now });
      if (held !== undefined) rows.set(request.exchangeId, encodeReservation(request, held, now));
      return outcome;
    });
    await statements.insertReservations([...rows.values()]);
    await states.write(statements);
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
  statements: HotStatements,
  states: LockedStates,
  requests: readonly ReservationRequest[],
): Promise<void> {
  const ids = [...new Set(requests.map(({ exchangeId }) => exchangeId))];
  for (const row of await statements.deleteReservations(ids)) releaseRow(states, row);
}

async function findPrepaid(
  statements: HotStatements,
  requests: readonly Owners[],
): Promise<ReadonlySet<string>> {
  return statements.findPrepaid([...new Set(requests.map(({ accountId }) => accountId))]);
}

function encodeReservation(request: ReservationRequest, held: Held, now: number): ReservationRow {
  return {
    exchange_id: request.exchangeId,
    key_id: request.keyId,
    account_id: request.accountId,
    nano_usd: toWholeNumber(held.nanoUsd),
    tokens: toWholeNumber(held.tokens),
    rate_ms: held.rateMs,
    owner: request.owner,
    created_at: toWholeNumber(now),
    expires_at: toWholeNumber(now + request.lifeMs),
  };
}

/** Raises what a reservation holds, in one transaction. */
export async function extendReservation(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  extension: ReservationExtension,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const statements = statementsOf(facts, transaction);
    const states = await lockStates(statements, facts, [extension]);
    const [row] = await statements.findReservations([extension.exchangeId]);
    if (row === undefined) return false;
    const prepaid = (await findPrepaid(statements, [extension])).has(extension.accountId);
    const now = await facts.now(transaction);
    const held = decodeHeld(row);
    const current = states.get(extension);
    const extended = decideExtension({ ...extension, ...current, prepaid, now, held });
    if (extended === undefined) return false;
    states.set(extended);
    await statements.updateReservations([
      {
        ...row,
        nano_usd: toWholeNumber(extended.held.nanoUsd),
        tokens: toWholeNumber(extended.held.tokens),
      },
    ]);
    await states.write(statements);
    return true;
  });
}

/** Releases reservations. Those that have ended meanwhile change nothing. */
export async function freeReservations(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  find: (executor: Kysely<Schema>) => Promise<readonly ReservationRow[]>,
): Promise<number> {
  const found = await find(database);
  if (found.length === 0) return 0;
  return database.transaction().execute(async (transaction) => {
    const statements = statementsOf(facts, transaction);
    const states = await lockStates(statements, facts, found.map(ownersOf));
    const mine = new Set(found.map((row) => row.exchange_id));
    // Some may have been renewed or ended meanwhile: only those found again under the locks count.
    const still = (await find(transaction)).filter((row) => mine.has(row.exchange_id));
    const taken = await statements.deleteReservations(still.map((row) => row.exchange_id));
    for (const row of taken) releaseRow(states, row);
    await states.write(statements);
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
  return { nanoUsd: row.nano_usd, tokens: row.tokens, rateMs: row.rate_ms };
}

function ownersOf(row: ReservationRow): Owners {
  return { keyId: row.key_id, accountId: row.account_id };
}

function releaseRow(states: LockedStates, row: ReservationRow): void {
  states.set(applyRelease(states.get(ownersOf(row)), decodeHeld(row)));
}
