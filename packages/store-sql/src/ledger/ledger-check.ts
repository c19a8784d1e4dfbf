/** Recomputes every money total from its rows. */
import type { LedgerFault, LedgerReport } from '@parley/core/store';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { DatabaseFacts } from '../database.ts';
import type { Schema } from '../schema.ts';

const maxFaults = 100;

/** Recomputes every total in one consistent read. */
export async function checkLedger(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
): Promise<LedgerReport> {
  const begin = database.transaction();
  const reading = facts.rowLocks ? begin.setIsolationLevel('repeatable read') : begin;
  return reading.execute((transaction) => checkLedgerWithin(transaction, facts));
}

/** The same, in a transaction with a consistent view. */
export async function checkLedgerWithin(
  transaction: Transaction<Schema>,
  facts: DatabaseFacts,
): Promise<LedgerReport> {
  const faults: LedgerFault[] = [];
  for (const total of totals) {
    faults.push(...(await findFaults(transaction, total)));
  }
  return { ...(await count(transaction, facts)), faults: faults.slice(0, maxFaults) };
}

interface Total {
  readonly subject: LedgerFault['subject'];
  readonly total: string;
  /** Returns the columns `id`, `stated` and `counted`. */
  readonly query: RawBuilder<unknown>;
}

const charges = sql`coalesce(sum(case when l.kind = 'charge' then l.nano_usd else 0 end), 0)`;
const credits = sql`coalesce(sum(case when l.kind <> 'charge' then l.nano_usd else 0 end), 0)`;

function ofAccount(column: 'granted' | 'spent', counted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.account_id as id, s.${sql.ref(column)} as stated, ${counted} as counted
    from account_states s left join ledger l on l.account_id = s.account_id
    group by s.account_id, s.${sql.ref(column)}`;
}

function held(owner: 'account' | 'key', column: string, counted: RawBuilder<unknown>) {
  const table = sql.table(`${owner}_states`);
  const id = sql.ref(`${owner}_id`);
  return sql`
    select s.${id} as id, s.${sql.ref(column)} as stated, ${counted} as counted
    from ${table} s left join reservations r on r.${id} = s.${id}
    group by s.${id}, s.${sql.ref(column)}`;
}

const totals: readonly Total[] = [
  { subject: 'account', total: 'granted', query: ofAccount('granted', credits) },
  { subject: 'account', total: 'spent', query: ofAccount('spent', charges) },
  {
    subject: 'account',
    total: 'reserved',
    query: held('account', 'reserved', sql`coalesce(sum(r.nano_usd), 0)`),
  },
  {
    subject: 'key',
    total: 'spent',
    query: sql`
      select s.key_id as id, s.spent as stated, ${charges} as counted
      from key_states s left join ledger l on l.key_id = s.key_id
      group by s.key_id, s.spent`,
  },
  {
    subject: 'key',
    total: 'quota',
    query: sql`
      select s.key_id as id, s.quota_nano_usd as stated, ${charges} as counted
      from key_states s left join ledger l on l.key_id = s.key_id and l.at >= s.quota_started_at
      group by s.key_id, s.quota_nano_usd`,
  },
  {
    subject: 'key',
    total: 'reserved',
    query: held('key', 'reserved_nano_usd', sql`coalesce(sum(r.nano_usd), 0)`),
  },
  {
    subject: 'key',
    total: 'reserved_tokens',
    query: held('key', 'reserved_tokens', sql`coalesce(sum(r.tokens), 0)`),
  },
  {
    subject: 'key',
    total: 'running',
    query: held('key', 'running', sql`coalesce(sum(r.slots), 0)`),
  },
  {
    subject: 'exchange',
    total: 'charged',
    query: sql`
      select e.id as id, e.charged_nano_usd as stated, ${charges} as counted
      from exchanges e left join ledger l on l.exchange_id = e.id
      group by e.id, e.charged_nano_usd`,
  },
];

async function findFaults(
  transaction: Transaction<Schema>,
  { subject, total, query }: Total,
): Promise<readonly LedgerFault[]> {
  const { rows } = await sql<{ id: string; stated: number; counted: number }>`
    select id, stated, cast(counted as bigint) as counted from (${query}) as totals
    where stated <> counted order by id limit ${sql.lit(maxFaults)}
  `.execute(transaction);
  return rows.map(({ id, stated, counted }) => ({ subject, id, total, stated, counted }));
}

async function count(
  transaction: Transaction<Schema>,
  facts: DatabaseFacts,
): Promise<Omit<LedgerReport, 'faults'>> {
  const now = await facts.now(transaction);
  const { rows } = await sql<Omit<LedgerReport, 'faults'>>`
    select
      (select count(*) from accounts where deleted_at is null) as accounts,
      (select count(*) from keys where deleted_at is null) as keys,
      (select count(*) from ledger) as entries,
      (select count(*) from reservations) as ${sql.ref('openReservations')},
      (select count(*) from reservations where expires_at <= ${now}) as ${sql.ref('expiredReservations')},
      (select cast(coalesce(sum(granted), 0) as double precision) from account_states) as granted,
      (select cast(coalesce(sum(spent), 0) as double precision) from account_states) as spent,
      (select cast(coalesce(sum(reserved), 0) as double precision) from account_states) as reserved,
      (select count(*) from ledger q where q.pricing = 'quarantined' and not exists (
        select 1 from ledger p where p.exchange_id = q.exchange_id and p.attempt = q.attempt
          and p.pricing = 'priced')) as ${sql.ref('quarantinedCharges')}
  `.execute(transaction);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A count of rows gave none.');
  return counts;
}
