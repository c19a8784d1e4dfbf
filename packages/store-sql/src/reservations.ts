import { applyRelease, decideReserve, type Held } from '@parley/core/ledger';
import type { ReserveOutcome, ReserveRequest } from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { toInteger } from './column.ts';
import type { DatabaseFacts } from './database-facts.ts';
import type { ReservationRow } from './ledger-schema.ts';
import { lockStates, prepareStates, type LockedStates, type Owners } from './locked-states.ts';
import { settleEach, type Result } from './result.ts';
import { writeRows } from './rows-at-once.ts';
import type { Schema } from './schema.ts';

/** How many expired reservations one sweep frees at most, so that no sweep grows slow. */
const sweepSize = 500;

interface ReserveBatch {
  readonly requests: readonly ReserveRequest[];
  /** The states that are known to exist. */
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
    await giveBackOwn(transaction, states, requests);
    const rows = new Map<string, ReservationRow>();
    const results = settleEach(requests, (request) => {
      const earlier = rows.get(request.exchangeId);
      if (earlier !== undefined) giveBack(states, earlier);
      rows.delete(request.exchangeId);
      const isPrepaid = prepaid.has(request.accountId);
      const { outcome, held } = decide(states, request, { prepaid: isPrepaid, now });
      if (held !== undefined) rows.set(request.exchangeId, encodeReservation(request, held, now));
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
  request: ReserveRequest,
  facts: { readonly prepaid: boolean; readonly now: number },
): { readonly outcome: ReserveOutcome; readonly held?: Held } {
  const question = { ...request, ...states.get(request), ...facts };
  const { outcome, granted } = decideReserve(question);
  if (granted === undefined) return { outcome };
  states.set(granted);
  return { outcome, held: granted.held };
}

/** Who asks twice for the same exchange holds it once. */
async function giveBackOwn(
  transaction: Transaction<Schema>,
  states: LockedStates,
  requests: readonly ReserveRequest[],
): Promise<void> {
  const ids = requests.map(({ exchangeId }) => exchangeId);
  for (const row of await takeReservations(transaction, ids)) giveBack(states, row);
}

async function findPrepaid(
  transaction: Transaction<Schema>,
  requests: readonly ReserveRequest[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...new Set(requests.map(({ accountId }) => accountId))])
    .where('prepaid', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function encodeReservation(request: ReserveRequest, held: Held, now: number): ReservationRow {
  return {
    exchange_id: request.exchangeId,
    key_id: request.keyId,
    account_id: request.accountId,
    nanos: toInteger(held.nanos),
    tokens: toInteger(held.tokens),
    rate_ms: held.rateMs,
    owner: request.owner,
    created_at: toInteger(now),
    expires_at: toInteger(now + request.lifeMs),
  };
}

/** Takes reservations away whose states are locked, and gives what they held. */
export async function takeReservations(
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

/** Gives back what reservations held. Those that others have ended meanwhile change nothing. */
export async function freeReservations(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  find: (executor: Kysely<Schema>) => Promise<readonly ReservationRow[]>,
): Promise<number> {
  const found = await find(database);
  if (found.length === 0) return 0;
  return database.transaction().execute(async (transaction) => {
    const states = await lockStates(transaction, facts, found.map(ownersOf));
    const mine = new Set(found.map((row) => row.exchange_id));
    // Renewed or ended meanwhile: what is found again under the locks is what counts.
    const still = (await find(transaction)).filter((row) => mine.has(row.exchange_id));
    const taken = await takeReservations(
      transaction,
      still.map((row) => row.exchange_id),
    );
    for (const row of taken) giveBack(states, row);
    await states.write(transaction, facts);
    return taken.length;
  });
}

/** Those whose owner has not renewed them, the oldest first. */
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

/** Lets reservations live on. One that is just being ended is passed over, not waited for. */
export async function renewReservations(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { owner, lifeMs }: { readonly owner: string; readonly lifeMs: number },
): Promise<void> {
  const now = await facts.now(database);
  await database
    .updateTable('reservations')
    .set({ expires_at: toInteger(now + lifeMs) })
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
  return { nanos: row.nanos, tokens: row.tokens, rateMs: row.rate_ms };
}

function ownersOf(row: ReservationRow): Owners {
  return { keyId: row.key_id, accountId: row.account_id };
}

function giveBack(states: LockedStates, row: ReservationRow): void {
  states.set(applyRelease(states.get(ownersOf(row)), decodeHeld(row)));
}
