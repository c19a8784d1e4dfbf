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
import type { LedgerTransaction } from '../ledger-transaction.ts';
import type { ReservationRow, Schema } from '../schema.ts';
import { runEach, unwrap, type Result } from './group-commit.ts';
import { decodeHeld, encodeHeld, encodeReservation, payerOfRow } from './held.ts';
import type { LockedAccounts } from './locked-accounts.ts';
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
    const results = runEach(requests, (request) => {
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

/** Changes what reservations hold, in one transaction, one after the other. Returns for each whether it has changed. */
export async function extendAll(
  transact: LedgerTransaction,
  extensions: readonly ReservationExtension[],
): Promise<readonly Result<boolean>[]> {
  const ids = [...new Set(extensions.map(({ id }) => id))];
  return transact({ payers: extensions, reservations: ids }, ({ now, prepaid, ...answer }) => {
    const states = new TransactionStates(answer.states, extensions);
    const rows = new Map(answer.reservations.map((row) => [row.exchange_id, row]));
    const changed = new Map<string, ReservationRow>();
    const result = runEach(extensions, (extension) => {
      const row = rows.get(extension.id);
      if (row === undefined) return false;
      const current = { ...states.get(extension), prepaid: prepaid.has(extension.accountId), now };
      const extended = decideExtension({ ...extension, ...current, held: decodeHeld(row) });
      if (extended === undefined) return false;
      states.set(extended);
      const next = { ...row, ...encodeHeld(extended.held) };
      rows.set(extension.id, next);
      changed.set(extension.id, next);
      return true;
    });
    if (changed.size === 0) return { result };
    const changedReservations = [...changed.values()];
    return { result, changes: { states: states.changed(), changedReservations } };
  });
}

/** What a release of reservations needs. */
interface ReleaseParts {
  readonly transact: LedgerTransaction;
  readonly accounts: LockedAccounts;
}

interface Freed {
  /** Found before the states are locked; they may be renewed or end until then. */
  readonly found: readonly ReservationRow[];
  /** Whether one that is found again under the locks is released. @param now by the store's clock */
  readonly isDue: (row: ReservationRow, now: number) => boolean;
  /** The limits of their key; without them, requests per minute are not given back. */
  readonly limits?: KeyLimits | undefined;
}

/** Releases reservations and returns for each whether it was released; those of locked accounts fail. */
async function releaseReservations(
  { transact, accounts }: ReleaseParts,
  { found, isDue, limits }: Freed,
): Promise<readonly Result<boolean>[]> {
  const write = (rows: readonly ReservationRow[]): Promise<readonly Result<boolean>[]> => {
    const payers = rows.map(payerOfRow);
    const ids = rows.map((row) => row.exchange_id);
    return transact({ payers, reservations: ids }, (answer) => {
      const due = answer.reservations.filter((row) => isDue(row, answer.now));
      const dueIds = new Set(due.map((row) => row.exchange_id));
      const result = runEach(ids, (id) => dueIds.has(id));
      if (due.length === 0) return { result };
      const states = new TransactionStates(answer.states, payers);
      for (const row of due) releaseRow(states, row, limits);
      const changes = { states: states.changed(), deletedReservations: [...dueIds] };
      return { result, changes };
    });
  };
  await accounts.refresh();
  return accounts.write(found, { write, payerOf: payerOfRow });
}

/** Releases the reservations that their owner has not renewed in time, oldest first. */
export async function releaseExpired(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  parts: ReleaseParts,
): Promise<number> {
  const found = await database
    .selectFrom('reservations')
    .selectAll()
    .where('expires_at', '<=', await readClock(database, facts))
    .orderBy('expires_at')
    .orderBy('exchange_id')
    .limit(sweepSize)
    .execute();
  const released = await releaseReservations(parts, {
    found,
    isDue: (row, now) => row.expires_at <= now,
  });
  return released.filter((result) => result.kind === 'done' && result.value).length;
}

/** Releases one reservation. */
export async function release(
  database: Kysely<Schema>,
  parts: ReleaseParts,
  { id, limits }: { readonly id: string; readonly limits?: KeyLimits | undefined },
): Promise<void> {
  const found = await database
    .selectFrom('reservations')
    .selectAll()
    .where('exchange_id', '=', id)
    .execute();
  for (const released of await releaseReservations(parts, { found, isDue: () => true, limits })) {
    unwrap(released);
  }
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
