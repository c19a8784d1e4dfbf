/** Settles exchanges: writes their records and charges, and releases their reservations. */
import { applySettlement, chargeEntries } from '@parley/core/ledger';
import { shortestRetentionMs, type Held, type Settlement } from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { writeRows, type DatabaseFacts } from '../database.ts';
import { encodeExchange } from '../exchanges.ts';
import type { Schema } from '../schema.ts';
import { addToSums } from '../usage-sums.ts';
import { settleEach, type Result } from './group-commit.ts';
import { entryCodec, lockStates, prepareStates, type Owners } from './locked-states.ts';
import { changeReservation, decodeHeld, deleteReservations } from './reservations.ts';

interface SettleBatch {
  readonly settlements: readonly Settlement[];
  /** The states whose rows are known to exist. */
  readonly known: Set<string>;
}

const done: Result<void> = { kind: 'done', value: undefined };

/**
 * Ends many exchanges in one transaction. It locks the states of their keys, so that no other process can
 * record the same exchanges meanwhile.
 */
export async function settleAll(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  { settlements, known }: SettleBatch,
): Promise<readonly Result<void>[]> {
  await prepareStates(database, facts, { owners: settlements.map(ownersOf), known });
  return database.transaction().execute(async (transaction) => {
    const states = await lockStates(transaction, facts, settlements.map(ownersOf));
    const now = await facts.now(transaction);
    const fresh = await findFresh(transaction, settlements, now);
    if (fresh.length === 0) return settlements.map(() => done);
    const reserved = new ReservedBatch(await findHeld(transaction, fresh));
    const results = settleEach(fresh, (settlement) => {
      const before = states.get(ownersOf(settlement));
      const held = reserved.heldFor(settlement);
      const settled = applySettlement(before, { ...settlement, now, ...(held && { held }) });
      states.set(settled);
      reserved.change(settlement, settled.held);
    });
    await states.write(transaction, facts);
    await reserved.write(transaction);
    const ended = fresh.filter((_, index) => results[index]?.kind === 'done');
    await writeEnds(transaction, facts, { ended, now });
    const resultOf = new Map(fresh.map((settlement, index) => [settlement, results[index]]));
    return settlements.map((settlement) => resultOf.get(settlement) ?? done);
  });
}

function ownersOf({ record }: Settlement): Owners {
  return { keyId: record.keyId, accountId: record.accountId };
}

/** The settlements of exchanges that have not ended before, one for each exchange. */
async function findFresh(
  transaction: Transaction<Schema>,
  settlements: readonly Settlement[],
  now: number,
): Promise<readonly Settlement[]> {
  const byId = new Map<string, Settlement>();
  for (const settlement of settlements) {
    if (!byId.has(settlement.record.id)) byId.set(settlement.record.id, settlement);
  }
  const ended = await transaction
    .selectFrom('exchanges')
    .select('id')
    .where('id', 'in', [...byId.keys()])
    .execute();
  for (const { id } of ended) byId.delete(id);
  for (const id of await findDeleted(transaction, [...byId.values()], now)) byId.delete(id);
  return [...byId.values()];
}

/** The record of an old exchange may have been deleted; its charges still exist. */
async function findDeleted(
  transaction: Transaction<Schema>,
  settlements: readonly Settlement[],
  now: number,
): Promise<readonly string[]> {
  const old = settlements.filter(({ record }) => record.startedAt < now - shortestRetentionMs);
  if (old.length === 0) return [];
  const charged = await transaction
    .selectFrom('ledger')
    .select('exchange_id')
    .where('exchange_id', 'in', idsOf(old))
    .execute();
  return charged.flatMap(({ exchange_id: id }) => id ?? []);
}

/** What the reservations of a batch hold; several of its settlements may draw on the same one. */
class ReservedBatch {
  readonly #held: Map<string, Held>;
  readonly #changed = new Set<string>();
  readonly #ended = new Set<string>();

  constructor(held: Map<string, Held>) {
    this.#held = held;
  }

  heldFor({ reservation }: Settlement): Held | undefined {
    return reservation && this.#held.get(reservation.id);
  }

  /** @param held what the reservation of a settlement still holds; absent when it has ended */
  change({ reservation }: Settlement, held: Held | undefined): void {
    if (reservation === undefined || !this.#held.has(reservation.id)) return;
    if (held === undefined) {
      this.#held.delete(reservation.id);
      this.#changed.delete(reservation.id);
      this.#ended.add(reservation.id);
    } else {
      this.#held.set(reservation.id, held);
      this.#changed.add(reservation.id);
    }
  }

  async write(transaction: Transaction<Schema>): Promise<void> {
    await deleteReservations(transaction, [...this.#ended]);
    for (const id of this.#changed) {
      const held = this.#held.get(id);
      if (held !== undefined) await changeReservation(transaction, id, held);
    }
  }
}

async function findHeld(
  transaction: Transaction<Schema>,
  fresh: readonly Settlement[],
): Promise<Map<string, Held>> {
  const ids = new Set(fresh.flatMap(({ reservation }) => reservation?.id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await transaction
    .selectFrom('reservations')
    .selectAll()
    .where('exchange_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.exchange_id, decodeHeld(row)]));
}

async function writeEnds(
  transaction: Transaction<Schema>,
  facts: DatabaseFacts,
  { ended, now }: { readonly ended: readonly Settlement[]; readonly now: number },
): Promise<void> {
  if (ended.length === 0) return;
  const records = ended.map(({ record }) => record);
  const rows = records.map((record) => encodeExchange(record, now));
  await writeRows(facts, rows, (some) =>
    transaction.insertInto('exchanges').values(some).execute(),
  );
  const entries = ended.flatMap((settlement) => chargeEntries(settlement, now));
  await writeRows(
    facts,
    entries.map((entry) => entryCodec.encode(entry)),
    (some) => transaction.insertInto('ledger').values(some).execute(),
  );
  await addToSums(transaction, facts, records);
}

function idsOf(settlements: readonly Settlement[]): string[] {
  return settlements.map(({ record }) => record.id);
}
