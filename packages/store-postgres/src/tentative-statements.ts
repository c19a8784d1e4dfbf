/** Reserves in one statement, without a transaction of its own: it holds everything, and tells what was there. */
import {
  accountStateCodec,
  decodeKeyState,
  encodeHeld,
  encodeKeyState,
  reservationColumns,
  type Schema,
  type StateChange,
  type TentativeAnswer,
  type TentativeCorrection,
  type TentativeHold,
  type TentativeStatements,
} from '@parley/store-sql';
import { shortestStepMs } from '@parley/core/ledger';
import type { KeyState } from '@parley/core/store';
import { begin, lockStates, stateColumns, type StateRows } from './ledger-transaction.ts';
import { withClient } from './pipelined-client.ts';
import { lockTimeoutMs, type ShortPool } from './pool.ts';
import { allAnswered, clock, toJson } from './statements.ts';

export function createTentativeStatements(
  pool: ShortPool,
  stateRows: StateRows,
): TentativeStatements {
  return {
    hold: (holds) =>
      withClient(pool, async (client) => {
        const payers = holds.map(({ request }) => request);
        const [, { rows }] = await allAnswered([
          stateRows.add(client, payers),
          client.query(holdStatement, [toJson(holds.map(encodeHold))]),
        ]);
        return decodeAnswer(rows as readonly HeldRow[]);
      }),
    correct: (correction) =>
      withClient(pool, async (client) => {
        const { begun, states } = correction;
        const ids = concernedBy(correction);
        const accountIds = states.map(({ accountId }) => accountId);
        const keyIds = [...states, ...begun.map(({ after }) => after)].map(({ keyId }) => keyId);
        const answers = await allAnswered([
          client.query(begin),
          lockStates(client, accountIds, keyIds),
          // First, because the correction deletes reservations that both look for.
          client.query(beginPeriods, [
            ids,
            toJson(begun.map(({ before }) => periodsOf(before))),
            toJson(begun.map(({ after }) => periodsOf(after))),
          ]),
          client.query(correctStatement, [ids, ...correctionParameters(correction)]),
          client.query('commit'),
        ]);
        const [row] = answers[3].rows as readonly { readonly is_whole: boolean }[];
        return row?.is_whole === true;
      }),
  };
}

/** Takes effect before the locks are taken, which needs the rows that are joined with it. */
const limitLocks = `(select set_config('lock_timeout', '${String(lockTimeoutMs)}', true)) as limit_of_locks`;

/** By how many milliseconds the clock was set back since the key was used; what its rates owed then, they owe now. */
const stepBack = `case when key_states.last_used_at > ${clock} + ${String(shortestStepMs)}
  then key_states.last_used_at - ${clock} else 0 end`;

/** Adds to the states of `given`; accounts before keys and each in order, so that statements cannot deadlock. */
const changeStates = `
  changed_accounts as (
    insert into account_states (account_id, granted, spent, reserved)
    select account_id, 0, 0, sum(nano_usd) from given group by account_id order by account_id
    on conflict (account_id) do update set reserved = account_states.reserved + excluded.reserved
    returning ${stateColumns.accounts}
  ),
  changed_keys as (
    insert into key_states
      (key_id, reserved_nano_usd, reserved_tokens, running, requests_whole_at, tokens_whole_at)
    select key_id, sum(nano_usd), sum(tokens), sum(slots), sum(requests_ms), sum(tokens_ms)
    from given where (select count(*) from changed_accounts) > 0
    group by key_id order by key_id
    on conflict (key_id) do update set
      reserved_nano_usd = key_states.reserved_nano_usd + excluded.reserved_nano_usd,
      reserved_tokens = key_states.reserved_tokens + excluded.reserved_tokens,
      running = key_states.running + excluded.running,
      requests_whole_at = ${delay('requests_whole_at')},
      tokens_whole_at = ${delay('tokens_whole_at')},
      last_used_at = ${clock}
    returning ${stateColumns.keys}
  )`;

/** What is taken delays a rate that is whole from now on; what is given back is subtracted. */
function delay(column: string): string {
  const [known, change] = [`(key_states.${column} - ${stepBack})`, `excluded.${column}`];
  return `case when ${change} > 0 then greatest(${known}, ${clock}) + ${change}
    else ${known} + ${change} end`;
}

const holdStatement = {
  name: 'parley_hold',
  text: `
    with given as materialized (
      select given.id, given.key_id, given.account_id, given.tokens, given.tokens_ms, given.requests,
        given.requests_ms, given.slots, given.owner, given.life_ms, accounts.prepaid = 1 as prepaid,
        case when given.is_limited or accounts.prepaid = 1 then given.nano_usd else 0 end as nano_usd
      from json_to_recordset($1::json) as given (
          id text, key_id text, account_id text, nano_usd bigint, tokens bigint,
          tokens_ms double precision, requests bigint, requests_ms double precision, slots bigint,
          owner text, life_ms bigint, is_limited boolean
        )
        cross join ${limitLocks}
        left join accounts on accounts.id = given.account_id
    ),
    ${changeStates},
    added as (
      insert into reservations (${reservationColumns.join(', ')})
      select id, key_id, account_id, nano_usd, tokens, tokens_ms, requests, slots, owner,
        ${clock}, ${clock} + life_ms
      from given where (select count(*) from changed_keys) > 0
      on conflict (exchange_id) do nothing
      returning exchange_id
    )
    select keys.states as keys, ${clock} as now,
      (select json_agg(changed_accounts) from changed_accounts) as accounts,
      array(select exchange_id from added) as added,
      array(select distinct account_id from given where prepaid) as prepaid
    from (select json_agg(changed_keys) as states from changed_keys) as keys`,
};

/** Whether all of the reservations exist. Under the locks of their states, which others need to release one. */
const look = `look as materialized (
    select count(*) = cardinality($1::text[]) as is_whole
    from reservations where exchange_id = any($1::text[])
  )`;

const correctStatement = {
  name: 'parley_correct',
  text: `
    with ${look},
    given as materialized (
      select given.* from json_to_recordset($2::json) as given (
        key_id text, account_id text, nano_usd bigint, tokens bigint, slots bigint,
        requests_ms double precision, tokens_ms double precision
      ) cross join look where look.is_whole
    ),
    ${changeStates},
    deleted as (
      delete from reservations using look
      where exchange_id = any($3::text[]) and look.is_whole
    ),
    changed as (
      update reservations set nano_usd = wanted.nano_usd, tokens = wanted.tokens,
        rate_ms = wanted.rate_ms, requests = wanted.requests, slots = wanted.slots
      from json_populate_recordset(null::reservations, $4::json) as wanted cross join look
      where reservations.exchange_id = wanted.exchange_id and look.is_whole
    )
    select is_whole from look`,
};

const periodColumns = [
  'quota_started_at',
  'quota_nano_usd',
  'quota_tokens',
  'quota_reset',
  'window_5h_started_at',
  'window_5h_nano_usd',
  'window_1d_started_at',
  'window_1d_nano_usd',
  'window_7d_started_at',
  'window_7d_nano_usd',
] as const satisfies readonly (keyof Schema['key_states'])[];

function listPeriods(table: string): string {
  return periodColumns.map((name) => `${table}.${name}`).join(', ');
}

/** Where they have changed meanwhile, another reservation or a settlement has begun them. */
const beginPeriods = {
  name: 'parley_begin_periods',
  text: `
    with ${look}
    update key_states set ${periodColumns.map((name) => `${name} = wanted.${name}`).join(', ')}
    from json_populate_recordset(null::key_states, $2::json) as known,
      json_populate_recordset(null::key_states, $3::json) as wanted, look
    where key_states.key_id = known.key_id and key_states.key_id = wanted.key_id and look.is_whole
      and (${listPeriods('key_states')}) is not distinct from (${listPeriods('known')})`,
};

function periodsOf(state: KeyState): Readonly<Record<string, unknown>> {
  const row = encodeKeyState(state);
  return {
    key_id: row.key_id,
    ...Object.fromEntries(periodColumns.map((name) => [name, row[name]])),
  };
}

function encodeHold({ request, full, isLimited }: TentativeHold) {
  return {
    id: request.id,
    key_id: request.keyId,
    account_id: request.accountId,
    nano_usd: full.nanoUsd,
    tokens: full.tokens,
    tokens_ms: full.rateMs,
    requests: full.requests,
    requests_ms: full.requestsMs,
    slots: full.slots,
    owner: request.owner,
    life_ms: Math.round(request.lifeMs),
    is_limited: isLimited,
  };
}

interface HeldRow {
  readonly keys: readonly Schema['key_states'][];
  readonly accounts: readonly Schema['account_states'][];
  readonly added: readonly string[];
  readonly prepaid: readonly string[];
  readonly now: number;
}

function decodeAnswer([row]: readonly HeldRow[]): TentativeAnswer {
  if (row === undefined) throw new Error('A statement that returns one row returned none.');
  return {
    states: {
      keys: row.keys.map(decodeKeyState),
      accounts: row.accounts.map((account) => accountStateCodec.decode(account)),
    },
    added: new Set(row.added),
    prepaid: new Set(row.prepaid),
    now: row.now,
  };
}

/** The ids of the reservations that a correction deletes or changes. */
function concernedBy({
  deletedReservations,
  changedReservations,
}: TentativeCorrection): readonly string[] {
  return [...deletedReservations, ...changedReservations.map(({ id }) => id)];
}

function correctionParameters(correction: TentativeCorrection): readonly unknown[] {
  const { states, deletedReservations, changedReservations } = correction;
  return [
    toJson(states.map(encodeChange)),
    deletedReservations,
    toJson(changedReservations.map(({ id, held }) => ({ exchange_id: id, ...encodeHeld(held) }))),
  ];
}

function encodeChange({ keyId, accountId, ...change }: StateChange) {
  return {
    key_id: keyId,
    account_id: accountId,
    nano_usd: change.nanoUsd,
    tokens: change.tokens,
    slots: change.slots,
    requests_ms: change.requestsMs,
    tokens_ms: change.tokensMs,
  };
}
