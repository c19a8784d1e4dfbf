/** Settles exchanges: writes their records and charges, and releases their reservations. */
import { applySettlement, chargeEntries } from '@parley/core/ledger';
import { shortestRetentionMs, type Settlement } from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from '../database.ts';
import type { HotStatements, Owners } from '../hot-statements.ts';
import type { Schema } from '../schema.ts';
import { toSumRows } from '../usage-sums.ts';
import { settleEach, type Result } from './group-commit.ts';
import { statementsOf } from './kysely-statements.ts';
import { lockStates, prepareStates } from './locked-states.ts';
import { decodeHeld } from './reservations.ts';

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
    const statements = statementsOf(facts, transaction);
    const states = await lockStates(statements, facts, settlements.map(ownersOf));
    const now = await facts.now(transaction);
    const fresh = await insertFresh(statements, settlements, now);
    if (fresh.length === 0) return settlements.map(() => done);
    const held = await findHeld(statements, fresh);
    const results = settleEach(fresh, (settlement) => {
      const before = states.get(ownersOf(settlement));
      const holds = held.get(settlement.record.id);
      states.set(applySettlement(before, { ...settlement, now, ...(holds && { held: holds }) }));
    });
    await states.write(statements);
    await writeEnds(statements, { fresh, results, now });
    const resultOf = new Map(fresh.map((settlement, index) => [settlement, results[index]]));
    return settlements.map((settlement) => resultOf.get(settlement) ?? done);
  });
}

function ownersOf({ record }: Settlement): Owners {
  return { keyId: record.keyId, accountId: record.accountId };
}

/** Writes the records of exchanges that have not ended before, and returns their settlements. */
async function insertFresh(
  statements: HotStatements,
  settlements: readonly Settlement[],
  now: number,
): Promise<readonly Settlement[]> {
  const byId = new Map<string, Settlement>();
  for (const settlement of settlements) {
    if (!byId.has(settlement.record.id)) byId.set(settlement.record.id, settlement);
  }
  // The record of an old exchange may have been deleted; its charges still exist.
  const old = [...byId.values()].filter(
    ({ record }) => record.startedAt < now - shortestRetentionMs,
  );
  for (const id of await statements.findCharged(idsOf(old))) byId.delete(id);
  const candidates = [...byId.values()];
  const inserted = await statements.insertExchanges(
    candidates.map(({ record }) => record),
    now,
  );
  return candidates.filter(({ record }) => inserted.has(record.id));
}

async function findHeld(statements: HotStatements, fresh: readonly Settlement[]) {
  const rows = await statements.findReservations(idsOf(fresh));
  return new Map(rows.map((row) => [row.exchange_id, decodeHeld(row)]));
}

interface Ends {
  readonly fresh: readonly Settlement[];
  readonly results: readonly Result<void>[];
  readonly now: number;
}

async function writeEnds(statements: HotStatements, { fresh, results, now }: Ends): Promise<void> {
  const ended = fresh.filter((_, index) => results[index]?.kind === 'done');
  const failed = fresh.filter((_, index) => results[index]?.kind === 'failed');
  await statements.deleteExchanges(idsOf(failed));
  await statements.deleteReservations(idsOf(ended));
  await statements.insertLedgerEntries(
    ended.flatMap((settlement) => chargeEntries(settlement, now)),
  );
  await statements.addToSums(toSumRows(ended.map(({ record }) => record)));
}

function idsOf(settlements: readonly Settlement[]): string[] {
  return settlements.map(({ record }) => record.id);
}
