/**
 * Writes ledger entries outside settlements: credits of accounts and late charges of quarantined attempts.
 */
import {
  applyCharge,
  applyCredit,
  chargeEntryId,
  costOfAttempts,
  creditEntry,
  priceAttempt,
  pricedEntry,
  pricedEntryId,
  timeOfCharge,
} from '@parley/core/ledger';
import type { Credit, KeyLimits, LateCharge, LedgerEntry } from '@parley/core/store';
import type { Kysely, Transaction } from 'kysely';
import type { DatabaseFacts } from '../database.ts';
import { decodeExchange } from '../exchange-codec.ts';
import type { RowOf } from '../row-codec.ts';
import type { Schema, UsageSumRow } from '../schema.ts';
import { toLateSumRow } from '../usage-sums.ts';
import { entryCodec } from './entries.ts';
import { statementsOf } from './kysely-statements.ts';
import { lockStates, prepareStates } from './transaction-states.ts';

type LedgerRow = RowOf<LedgerEntry>;

/** No key has this id: a credit concerns the account alone. */
const noKey = '';

/** Changes what an account is granted, once for every id. */
export async function credit(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  wanted: Credit,
): Promise<LedgerEntry | undefined> {
  const payer = { keyId: noKey, accountId: wanted.accountId };
  if (!(await hasAccount(database, wanted.accountId))) return undefined;
  await prepareStates(database, facts, payer);
  return database.transaction().execute(async (transaction) => {
    const statements = statementsOf(facts, transaction);
    const states = await lockStates(statements, facts, [payer]);
    const known = await findEntry(transaction, wanted.id);
    if (known !== undefined) return entryCodec.decode(known);
    const { key, account } = states.get(payer);
    states.set({ key, account: applyCredit(account, wanted) });
    const entry = creditEntry(wanted, await facts.now(transaction));
    await statements.insertLedgerEntries([entry]);
    await states.write(statements);
    return entry;
  });
}

/** Charges a quarantined attempt in an entry of its own. */
export async function chargeQuarantined(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  charge: LateCharge,
): Promise<boolean> {
  const id = chargeEntryId(charge.exchangeId, charge.attempt);
  return database.transaction().execute(async (transaction) => {
    const found = await findEntry(transaction, id);
    if (found?.pricing !== 'quarantined') return false;
    const payer = { keyId: found.key_id ?? noKey, accountId: found.account_id };
    const statements = statementsOf(facts, transaction);
    const states = await lockStates(statements, facts, [payer]);
    const now = await facts.now(transaction);
    if ((await findEntry(transaction, pricedEntryId(id))) !== undefined) return false;
    const limits = await findLimits(transaction, payer.keyId);
    const charged = applyCharge(states.get(payer), { nanoUsd: charge.nanoUsd, limits, now });
    states.set(charged);
    await states.write(statements);
    const at = timeOfCharge(charged.key, now);
    await statements.insertLedgerEntries([pricedEntry(entryCodec.decode(found), charge, at)]);
    const added = await chargeExchange(transaction, charge);
    if (added !== undefined) await statements.addToSums([added]);
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

/** Returns what the charge adds to the sums of usage; `undefined` when the record has been deleted. */
async function chargeExchange(
  transaction: Transaction<Schema>,
  charge: LateCharge,
): Promise<UsageSumRow | undefined> {
  const { exchangeId, nanoUsd, listNanoUsd } = charge;
  const row = await transaction
    .selectFrom('exchanges')
    .selectAll()
    .where('id', '=', exchangeId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const record = decodeExchange(row);
  const waits = (await countWaiting(transaction, exchangeId)) > 0;
  const attempts = priceAttempt(record.attemptRecords, charge);
  const costNanoUsd = costOfAttempts(attempts) ?? record.costNanoUsd;
  await transaction
    .updateTable('exchanges')
    .set({
      charged_nano_usd: row.charged_nano_usd + nanoUsd,
      list_nano_usd: row.list_nano_usd + listNanoUsd,
      cost_nano_usd: costNanoUsd ?? null,
      pricing: waits ? 'quarantined' : 'priced',
      attempt_records: JSON.stringify(attempts),
    })
    .where('id', '=', exchangeId)
    .execute();
  const added = (costNanoUsd ?? 0) - (record.costNanoUsd ?? 0);
  return toLateSumRow(record, { nanoUsd, listNanoUsd, costNanoUsd: added });
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
