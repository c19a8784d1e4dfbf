/** Reservations, settlements and ledger entries; part of `createSqlStore`. */
import {
  checkReservationExtension,
  checkReservationRequest,
  checkSettlement,
} from '@parley/core/ledger';
import {
  checkListLimit,
  checkSettlementText,
  decodeSettlement,
  describeFailure,
} from '@parley/core/store';
import type {
  FailedSettlement,
  LedgerEntry,
  LedgerFilter,
  LedgerStore,
  ReservationExtension,
  ReservationRequest,
  ReserveOutcome,
  Settlement,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { chargeQuarantined, credit } from './credits.ts';
import type { DatabaseFacts } from '../database.ts';
import { checkExchange } from '../exchange-codec.ts';
import { createGroupCommit, unwrap, type BatchWrite, type Result } from './group-commit.ts';
import { entryCodec } from './entries.ts';
import { LockedAccounts, type FindLocked, type LockableWrite } from './locked-accounts.ts';
import {
  extendAll,
  releaseExpired,
  release,
  renewReservations,
  reserveAll,
} from './reservations.ts';
import type { Schema } from '../schema.ts';
import { settleAll } from './settlements.ts';
import { createTentativeReserve } from './tentative-reservations.ts';
import { createLedgerTransaction } from './transaction.ts';

/** Reservations and settlements that this process makes at the same time share a transaction. */
export function createSqlLedger(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
): Omit<LedgerStore, 'checkLedger'> {
  const transact = facts.transact ?? createLedgerTransaction(database, facts);
  const { tentative, pause } = facts;
  const accounts = new LockedAccounts(facts.findLocked ?? findNothing);
  const reservations: LockableWrite<ReservationRequest, ReserveOutcome> = {
    write:
      tentative === undefined
        ? (requests) => reserveAll(transact, requests)
        : createTentativeReserve({ tentative, transact }),
    payerOf: (request) => request,
  };
  const settlements: LockableWrite<Settlement, void> = {
    write: (batch) => settleAll(transact, batch, pause),
    payerOf: ({ record }) => record,
  };
  const extensions: LockableWrite<ReservationExtension, boolean> = {
    write: (batch) => extendAll(transact, batch),
    payerOf: (extension) => extension,
  };
  const commit = <Item, Value>(how: LockableWrite<Item, Value>) =>
    createGroupCommit<Item, Result<Value>>((batch) => accounts.write(batch, how));
  const [reserve, extend, settle] = [commit(reservations), commit(extensions), commit(settlements)];
  return {
    async reserve(request) {
      // Validated before it shares a transaction with others, which must not fail because of it.
      checkReservationRequest(request);
      return accounts.run(request, async () => unwrap(await reserve(request)));
    },
    async extendReservation(extension) {
      checkReservationExtension(extension);
      return accounts.run(extension, async () => unwrap(await extend(extension)));
    },
    async settle(settlement) {
      checkSettlement(settlement);
      checkExchange(settlement.record);
      await accounts.run(settlement.record, async () => {
        unwrap(await settle(settlement));
      });
    },
    settleBatch: (batch) =>
      settleBatch(batch, pause, async (sound) => {
        await accounts.refresh();
        return accounts.write(sound, settlements);
      }),
    release: (id, limits) => release(database, { transact, accounts }, { id, limits }),
    renewReservations: (owner, lifeMs) => renewReservations(database, facts, { owner, lifeMs }),
    releaseExpired: () => releaseExpired(database, facts, { transact, accounts }),
    credit: (wanted) => credit(database, facts, wanted),
    chargeQuarantined: (charge) => chargeQuarantined(database, facts, charge),
    listLedger: (filter) => listLedger(database, filter),
  };
}

const findNothing: FindLocked = () => Promise.resolve([]);

/** Those that cannot be stored are excluded first, so that the others do not fail because of them. */
async function settleBatch(
  batch: readonly string[],
  pause: DatabaseFacts['pause'],
  write: BatchWrite<Settlement, Result<void>>,
): Promise<readonly FailedSettlement[]> {
  const failed: FailedSettlement[] = [];
  const sound: { readonly index: number; readonly settlement: Settlement }[] = [];
  for (const [index, text] of batch.entries()) {
    pause?.();
    const settlement = decodeSettlement(text);
    try {
      checkSettlementText(text);
      checkSettlement(settlement);
      checkExchange(settlement.record);
    } catch (error) {
      failed.push(describeFailure(index, error));
      continue;
    }
    sound.push({ index, settlement });
  }
  const results = await write(sound.map(({ settlement }) => settlement));
  for (const [place, { index }] of sound.entries()) {
    const result = results[place];
    if (result?.kind === 'failed') failed.push(describeFailure(index, result.reason));
  }
  return failed;
}

/** Newest first. */
async function listLedger(
  database: Kysely<Schema>,
  filter: LedgerFilter,
): Promise<readonly LedgerEntry[]> {
  const { accountId, keyId, exchangeId, kind, from, until, after, limit } = filter;
  checkListLimit(limit);
  let query = database.selectFrom('ledger').selectAll();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (exchangeId !== undefined) query = query.where('exchange_id', '=', exchangeId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (from !== undefined) query = query.where('at', '>=', Math.ceil(from));
  if (until !== undefined) query = query.where('at', '<', Math.ceil(until));
  if (after !== undefined) {
    query = query.where((where) =>
      where(where.refTuple('at', 'id'), '<', where.tuple(after.at, after.id)),
    );
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => entryCodec.decode(row));
}
