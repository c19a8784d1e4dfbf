import {
  applyCharge,
  applyCredit,
  chargeEntryId,
  creditEntry,
  priceAttempt,
  pricedEntry,
} from '@parley/core/ledger';
import type { Credit, KeyLimits, LedgerEntry, LedgerStore } from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import { toJson } from './column.ts';
import type { DatabaseFacts } from './database-facts.ts';
import { decodeExchange } from './exchange-row.ts';
import type { LedgerRow } from './ledger-schema.ts';
import { decodeLedgerEntry, encodeLedgerEntry } from './ledger-row.ts';
import { lockStates, prepareStates } from './locked-states.ts';
import type { Schema } from './schema.ts';
import { addLateCharge } from './usage-steps.ts';

/** No key has this id: a credit concerns the account alone. */
export const noKey = '';

type LateCharge = Parameters<LedgerStore['chargeQuarantined']>[0];

/** Gives an account money, once for every id. */
export async function credit(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  wanted: Credit,
): Promise<LedgerEntry | undefined> {
  const owners = { keyId: noKey, accountId: wanted.accountId };
  if (!(await hasAccount(database, wanted.accountId))) return undefined;
  await prepareStates(database, facts, { owners: [owners], known: new Set() });
  return database.transaction().execute(async (transaction) => {
    const states = await lockStates(transaction, facts, [owners]);
    const known = await findEntry(transaction, wanted.id);
    if (known !== undefined) return decodeLedgerEntry(known);
    const { key, account } = states.get(owners);
    states.set({ key, account: applyCredit(account, wanted) });
    const entry = creditEntry(wanted, await facts.now(transaction));
    await transaction.insertInto('ledger').values(encodeLedgerEntry(entry)).execute();
    await states.write(transaction, facts);
    return entry;
  });
}

/** Charges an attempt that waited for its price, in a row of its own. */
export async function chargeQuarantined(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  charge: LateCharge,
): Promise<boolean> {
  const id = chargeEntryId(charge.exchangeId, charge.attempt);
  return database.transaction().execute(async (transaction) => {
    const found = await findEntry(transaction, id);
    if (found?.pricing !== 'quarantined') return false;
    const owners = { keyId: found.key_id ?? noKey, accountId: found.account_id };
    const states = await lockStates(transaction, facts, [owners]);
    const now = await facts.now(transaction);
    const entry = pricedEntry(decodeLedgerEntry(found), charge, now);
    if ((await findEntry(transaction, entry.id)) !== undefined) return false;
    await transaction.insertInto('ledger').values(encodeLedgerEntry(entry)).execute();
    const limits = await findLimits(transaction, owners.keyId);
    states.set(applyCharge(states.get(owners), { nanos: charge.nanos, limits, now }));
    await states.write(transaction, facts);
    await chargeExchange(transaction, charge);
    return true;
  });
}

async function hasAccount(database: Kysely<Schema>, id: string): Promise<boolean> {
  const found = await database
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

function findEntry(transaction: Transaction<Schema>, id: string): Promise<LedgerRow | undefined> {
  return transaction.selectFrom('ledger').selectAll().where('id', '=', id).executeTakeFirst();
}

async function findLimits(transaction: Transaction<Schema>, keyId: string): Promise<KeyLimits> {
  const row = await transaction
    .selectFrom('keys')
    .select('limits')
    .where('id', '=', keyId)
    .executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.limits) as KeyLimits);
}

async function chargeExchange(transaction: Transaction<Schema>, charge: LateCharge): Promise<void> {
  const { exchangeId, nanos, listNanos } = charge;
  const row = await transaction
    .selectFrom('exchanges')
    .selectAll()
    .where('id', '=', exchangeId)
    .executeTakeFirst();
  if (row === undefined) return;
  const record = decodeExchange(row);
  const waits = (await countWaiting(transaction, exchangeId)) > 0;
  await transaction
    .updateTable('exchanges')
    .set({
      charged_nanos: row.charged_nanos + nanos,
      list_nanos: row.list_nanos + listNanos,
      pricing: waits ? 'quarantined' : 'priced',
      attempt_records: toJson(priceAttempt(record.attemptRecords, charge)),
    })
    .where('id', '=', exchangeId)
    .execute();
  await addLateCharge(transaction, record, { nanos, listNanos });
}

/** A quarantined attempt has a second row once it is priced. */
async function countWaiting(transaction: Transaction<Schema>, exchangeId: string): Promise<number> {
  const rows = await transaction
    .selectFrom('ledger')
    .select(['attempt', 'pricing'])
    .where('exchange_id', '=', exchangeId)
    .execute();
  const priced = new Set(rows.filter(({ pricing }) => pricing === 'priced').map(attemptOf));
  const waiting = rows.filter(({ pricing }) => pricing === 'quarantined').map(attemptOf);
  return waiting.filter((attempt) => !priced.has(attempt)).length;
}

function attemptOf({ attempt }: Pick<LedgerRow, 'attempt'>): number | null {
  return attempt;
}
