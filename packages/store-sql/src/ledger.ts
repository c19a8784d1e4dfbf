import { checkReserveRequest, checkSettlement } from '@parley/core/ledger';
import type { LedgerStore, ReserveOutcome, ReserveRequest, Settlement } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { chargeQuarantined, credit } from './credits.ts';
import type { DatabaseFacts } from './database-facts.ts';
import { encodeExchange } from './exchange-row.ts';
import { createGroupCommit } from './group-commit.ts';
import { checkLedger } from './ledger-check.ts';
import { listLedger } from './ledger-lists.ts';
import {
  findExpired,
  findReservation,
  freeReservations,
  renewReservations,
  reserveAll,
} from './reservations.ts';
import { unwrap, type Result } from './result.ts';
import type { Schema } from './schema.ts';
import { settleAll } from './settlements.ts';

/** Every movement of money. What many exchanges of this process want at once goes to disk together. */
export function createSqlLedger(database: Kysely<Schema>, facts: DatabaseFacts): LedgerStore {
  const known = new Set<string>();
  const reserve = createGroupCommit<ReserveRequest, Result<ReserveOutcome>>((requests) =>
    reserveAll(database, facts, { requests, known }),
  );
  const settle = createGroupCommit<Settlement, Result<void>>((settlements) =>
    settleAll(database, facts, { settlements, known }),
  );
  return {
    async reserve(request) {
      // Before it shares a transaction with others, which its fault must not end.
      checkReserveRequest(request);
      return unwrap(await reserve(request));
    },
    async settle(settlement) {
      checkSettlement(settlement);
      encodeExchange(settlement.record, 0);
      unwrap(await settle(settlement));
    },
    async release(exchangeId) {
      await freeReservations(database, facts, (executor) => findReservation(executor, exchangeId));
    },
    renewReservations: (owner, lifeMs) => renewReservations(database, facts, { owner, lifeMs }),
    async freeExpired() {
      return freeReservations(database, facts, (executor) => findExpired(executor, facts));
    },
    credit: (wanted) => credit(database, facts, wanted),
    chargeQuarantined: (charge) => chargeQuarantined(database, facts, charge),
    listLedger: (filter) => listLedger(database, filter),
    checkLedger: () => checkLedger(database, facts),
  };
}
