/** Runs changes of money: asks, decides and writes in one transaction; used by reservations and settlements. */
import { shortestRetentionMs, type ExchangeRecord } from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from '../database.ts';
import type { HotStatements } from '../hot-statements.ts';
import type { LedgerAnswer, LedgerChanges, LedgerTransaction } from '../ledger-transaction.ts';
import type { Schema } from '../schema.ts';
import { statementsOf } from './kysely-statements.ts';

/** Runs the hot statements one after the other; where the driver has no faster way. */
export function createLedgerTransaction(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
): LedgerTransaction {
  return (question, decide) =>
    database.transaction().execute(async (transaction) => {
      const statements = statementsOf(facts, transaction);
      const { payers, reservations = [], records = [] } = question;
      const states = await statements.readStates(payers);
      const now = await facts.now(transaction);
      const answer: LedgerAnswer = {
        states,
        now,
        prepaid: await statements.findPrepaid([...new Set(payers.map((one) => one.accountId))]),
        reservations: await statements.findReservations(reservations),
        added: await addRecords(statements, records, now),
      };
      const { result, changes } = decide(answer);
      if (changes !== undefined) await write(statements, changes);
      return result;
    });
}

async function addRecords(
  statements: HotStatements,
  records: readonly ExchangeRecord[],
  now: number,
): Promise<ReadonlySet<string>> {
  // The record of an old exchange may have been deleted; its charges still exist.
  const old = records.filter(({ startedAt }) => startedAt < now - shortestRetentionMs);
  const charged = await statements.findCharged(old.map(({ id }) => id));
  return statements.insertExchanges(
    records.filter(({ id }) => !charged.has(id)),
    now,
  );
}

async function write(statements: HotStatements, changes: LedgerChanges): Promise<void> {
  await statements.writeStates(changes.states);
  await statements.deleteExchanges(changes.deletedRecords ?? []);
  await statements.deleteReservations(changes.deletedReservations ?? []);
  await statements.insertReservations(changes.addedReservations ?? []);
  await statements.updateReservations(changes.changedReservations ?? []);
  await statements.insertLedgerEntries(changes.entries ?? []);
  await statements.addToSums(changes.sums ?? []);
}
