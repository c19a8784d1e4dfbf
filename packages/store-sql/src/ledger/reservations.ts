/** Makes, extends, renews and releases reservations under the locks of their states. */
import { applyRelease, decideExtension, decideReserve } from '@parley/core/ledger';
import type {
  KeyLimits,
  ReservationExtension,
  ReservationRequest,
  ReserveOutcome,
} from '@parley/core/store';
import { sql, type Kysely } from 'kysely';
import { readClock, type DatabaseFacts } from '../database.ts';
import type { LedgerTransaction } from '../hot-statements.ts';
import type { ReservationRow, Schema } from '../schema.ts';
import { settleEach, type Result } from './group-commit.ts';
import { decodeHeld, encodeHeld, encodeReservation, payerOfRow } from './held.ts';
import { TransactionStates } from './transaction-states.ts';

/** The maximum number of expired reservations that one sweep releases, which bounds how long it takes. */
const sweepSize = 500;

/** Decides on many reservations in one transaction, one after the other. */
export async function reserveAll(
  transact: LedgerTransaction,
  requests: readonly ReservationRequest[],
): Promise<readonly Result<ReserveOutcome>[]> {
  if (requests.length === 0) return [];
  const ids = [...new Set(requests.map(({ id }) => id))];
  return transact({ payers: requests, reservations: ids }, ({ now, prepaid, ...answer }) => {
    const states = new TransactionStates(answer.states, requests);
    // A repeated request counts once.
    for (const row of answer.reservations) releaseRow(states, row);
    const rows = new Map<string, ReservationRow>();
    const results = settleEach(requests, (request) => {
      const earlier = rows.get(request.id);
      if (earlier !== undefined) releaseRow(states, earlier);
      rows.delete(request.id);
      const current = { ...states.get(request), prepaid: prepaid.has(request.accountId), now };
      const { outcome, granted } = decideReserve({ ...request, ...current });
      if (granted === undefined) return outcome;
      states.set(granted);
      rows.set(request.id, encodeReservation(request, granted.held, now));
      return outcome;
    });
    const released = answer.reservations.map((row) => row.exchange_id);
    if (rows.size + released.length === 0) return { result: results };
    const changes = {
      states: states.changed(),
      deletedReservations: released,
      addedReservations: [...rows.values()],
    };
    return { result: results, changes };
  });
}

/** Changes what a reservation holds, in one transaction. */
export async function extendReservation(
  transact: LedgerTransaction,
  extension: ReservationExtension,
): Promise<boolean> {
  const { id, accountId } = extension;
  return transact({ payers: [extension], reservations: [id] }, (answer) => {
    const [row] = answer.reservations;
    if (row === undefined) return { result: false };
    const states = new TransactionStates(answer.states, [extension]);
    const { now } = answer;
    const current = { ...states.get(extension), prepaid: answer.prepaid.has(accountId), now };
    const extended = decideExtension({ ...extension, ...current, held: decodeHeld(row) });
    if (extended === undefined) return { result: false };
    states.set(extended);
    const changedReservations = [{ ...row, ...encodeHeld(extended.held) }];
    return { result: true, changes: { states: states.changed(), changedReservations } };
  });
}

interface Freed {
  /** Found before the states are locked; they may be renewed or end until then. */
  readonly found: readonly ReservationRow[];
  /** Whether one that is found again under the locks is released. @param now by the store's clock */
  readonly isDue: (row: ReservationRow, now: number) => boolean;
  /** The limits of their key; without them, requests per minute are not given back. */
  readonly limits?: KeyLimits | undefined;
}

/** Releases reservations and returns how many. */
async function freeReservations(
  transact: LedgerTransaction,
  { found, isDue, limits }: Freed,
): Promise<number> {
  if (found.length === 0) return 0;
  const payers = found.map(payerOfRow);
  const ids = found.map((row) => row.exchange_id);
  return transact({ payers, reservations: ids }, (answer) => {
    const due = answer.reservations.filter((row) => isDue(row, answer.now));
    if (due.length === 0) return { result: 0 };
    const states = new TransactionStates(answer.states, payers);
    for (const row of due) releaseRow(states, row, limits);
    const deletedReservations = due.map((row) => row.exchange_id);
    return { result: due.length, changes: { states: states.changed(), deletedReservations } };
  });
}

/** Releases the reservations that their owner has not renewed in time, oldest first. */
export async function freeExpired(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  transact: LedgerTransaction,
): Promise<number> {
  const found = await database
    .selectFrom('reservations')
    .selectAll()
    .where('expires_at', '<=', await readClock(database, facts))
    .orderBy('expires_at')
    .orderBy('exchange_id')
    .limit(sweepSize)
    .execute();
  return freeReservations(transact, { found, isDue: (row, now) => row.expires_at <= now });
}

/** Releases one reservation. */
export async function release(
  database: Kysely<Schema>,
  transact: LedgerTransaction,
  { id, limits }: { readonly id: string; readonly limits?: KeyLimits | undefined },
): Promise<void> {
  const found = await database
    .selectFrom('reservations')
    .selectAll()
    .where('exchange_id', '=', id)
    .execute();
  await freeReservations(transact, { found, isDue: () => true, limits });
}

/** Renews the reservations of an owner. Skips those that another transaction is ending. */
export async function renewReservations(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { owner, lifeMs }: { readonly owner: string; readonly lifeMs: number },
): Promise<void> {
  const now = await readClock(database, facts);
  await database
    .updateTable('reservations')
    .set({ expires_at: sql<number>`${now} + cast(${Math.round(lifeMs)} as bigint)` })
    .where('exchange_id', 'in', (from) =>
      from
        .selectFrom('reservations')
        .select('exchange_id')
        .where('owner', '=', owner)
        .$if(facts.rowLocks, (query) => query.forUpdate().skipLocked()),
    )
    .execute();
}

function releaseRow(states: TransactionStates, row: ReservationRow, limits?: KeyLimits): void {
  states.set(applyRelease(states.get(payerOfRow(row)), decodeHeld(row), limits));
}
