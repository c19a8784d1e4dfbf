/** Settles exchanges: writes their records and charges, and releases their reservations. */
import { applySettlement, chargeEntries } from '@parley/core/ledger';
import { shortestRetentionMs, type Settlement } from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { writeRows, type DatabaseFacts } from '../database.ts';
import { encodeExchange } from '../exchanges.ts';
import type { Schema } from '../schema.ts';
import { addToSums } from '../usage-sums.ts';
import { settleEach, type Result } from './group-commit.ts';
import { entryCodec, lockStates, prepareStates, type Owners } from './locked-states.ts';
import { decodeHeld, deleteReservations } from './reservations.ts';

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
    const held = await findHeld(transaction, fresh);
    const results = settleEach(fresh, (settlement) => {
      const before = states.get(ownersOf(settlement));
      const holds = held.get(settlement.record.id);
      states.set(applySettlement(before, { ...settlement, now, ...(holds && { held: holds }) }));
    });
    await states.write(transaction, facts);
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

async function findHeld(transaction: Transaction<Schema>, fresh: readonly Settlement[]) {
  const rows = await transaction
    .selectFrom('reservations')
    .selectAll()
    .where('exchange_id', 'in', idsOf(fresh))
    .execute();
  return new Map(rows.map((row) => [row.exchange_id, decodeHeld(row)]));
}

async function writeEnds(
  transaction: Transaction<Schema>,
  facts: DatabaseFacts,
  { ended, now }: { readonly ended: readonly Settlement[]; readonly now: number },
): Promise<void> {
  if (ended.length === 0) return;
  await deleteReservations(transaction, idsOf(ended));
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
