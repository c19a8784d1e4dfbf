/** Rows as written before the migration `0007-nano-usd`; drivers use them to test their upgrade. */
import type { Store } from '@parley/core/store';
import { expect } from 'vitest';
import { settlementOfCost, sampleKey } from './samples/index.ts';

/** The last migration before the columns of amounts had their unit in their names. */
export const lastMigrationWithoutUnits = '0006-sessions-and-users';

const message = String.raw`The upstream said {"listNanos":1}.`;
const limits = {
  quota: { nanos: 5_000, tokens: 900, reset: 'none' },
  windows: { '5h': 7_000 },
  concurrency: 3,
};
const attempt = {
  number: 1,
  upstream: 'first',
  upstreamModel: 'model-1',
  outbound: 'openai-chat',
  message,
  startedMs: 1,
  endedMs: 2,
  listNanos: 1_700,
  chargedNanos: 1_800,
  pricing: 'priced',
};

/**
 * SQL statements that fill the tables as they were after the last migration of that version: a key with
 * limits, an exchange with its charge and its sums, and an open reservation.
 * @param now milliseconds since 1970
 */
export function oldMoneyRows(now: number): readonly string[] {
  return [
    `insert into keys (id, name, account_id, groups, limits, created_at, disabled) values
      ('key-1', 'Laptop', 'default', '["default"]', '${JSON.stringify(limits)}', 1, 0)`,
    `insert into key_states (key_id, spent, tokens, requests, reserved_nanos, reserved_tokens, running,
      quota_started_at, quota_nanos, quota_tokens, window_5h_started_at, window_5h_nanos,
      window_1d_nanos, window_7d_nanos, requests_whole_at, tokens_whole_at)
      values ('key-1', 1800, 81, 1, 400, 20, 1, 0, 1800, 81, ${now}, 1800, 0, 0, 0, 0)`,
    `insert into account_states (account_id, granted, spent, reserved)
      values ('default', 0, 1800, 400)`,
    `insert into reservations (exchange_id, key_id, account_id, owner, nanos, tokens, created_at,
      expires_at, rate_ms)
      values ('x-open', 'key-1', 'default', 'process-1', 400, 20, ${now}, ${now + 3_600_000}, 0)`,
    `insert into ledger (id, kind, at, account_id, nanos, key_id, exchange_id, attempt, list_nanos,
      pricing)
      values ('x-1#1', 'charge', ${now}, 'default', 1800, 'key-1', 'x-1', 1, 1700, 'priced')`,
    `insert into usage_sums (key_id, step, account_id, group_name, call_name, upstream,
      upstream_model, requests, list_nanos, charged_nanos)
      values ('key-1', 0, 'default', 'default', 'fast', 'first', 'model-1', 1, 1700, 1800)`,
    `insert into exchanges (id, key_id, account_id, group_name, endpoint, inbound, call_name, stream,
      outcome, status, attempts, attempt_records, list_nanos, charged_nanos, pricing, fidelity, notes,
      started_at, duration_ms, settled_at)
      values ('x-1', 'key-1', 'default', 'default', '/v1/messages', 'anthropic-messages', 'fast', 0,
        'completed', 200, 1, '${JSON.stringify([attempt])}', 1700, 1800, 'priced', 'exact', '[]',
        1700000000000, 5, ${now})`,
  ];
}

/** SQL statements that change a new, empty database back to that version. */
export const undoUnitNames: readonly string[] = [
  'drop index keys_by_creation',
  ...['exchanges', 'ledger', 'usage_sums'].map(
    (table) => `alter table ${table} drop column cost_nano_usd`,
  ),
  ...['responses_pending', 'responses_conversations', 'responses_by_age'].map(
    (name) => `drop index ${name}`,
  ),
  ...['upstream', 'pending', 'conversation_length', 'response_length'].map(
    (name) => `alter table responses drop column ${name}`,
  ),
  ...['attempts', 'failed_attempts'].map((name) => `alter table usage_sums drop column ${name}`),
  ...['reserved', 'quota', 'window_5h', 'window_1d', 'window_7d'].map(
    (name) => `alter table key_states rename column ${name}_nano_usd to ${name}_nanos`,
  ),
  ...['requests', 'slots'].map((column) => `alter table reservations drop column ${column}`),
  'alter table reservations rename column nano_usd to nanos',
  'alter table ledger rename column nano_usd to nanos',
  ...['ledger', 'usage_sums', 'exchanges'].map(
    (table) => `alter table ${table} rename column list_nano_usd to list_nanos`,
  ),
  ...['usage_sums', 'exchanges'].map(
    (table) => `alter table ${table} rename column charged_nano_usd to charged_nanos`,
  ),
  `delete from kysely_migration where name > '${lastMigrationWithoutUnits}'`,
];

/** Expects that a store has everything that `oldMoneyRows` wrote, under the current names. */
export async function expectMoneyRows(store: Store, now: number): Promise<void> {
  const found = await store.readKey('key-1');
  expect(found?.key.limits).toStrictEqual({
    quota: { nanoUsd: 5_000, tokens: 900, reset: 'none' },
    windows: { '5h': 7_000 },
    concurrency: 3,
  });
  expect(found?.state).toMatchObject({
    spent: 1_800,
    reservedNanoUsd: 400,
    quota: { startedAt: 0, nanoUsd: 1_800, tokens: 81 },
    windows: { '5h': { startedAt: now, nanoUsd: 1_800 } },
  });
  const { listNanos: listNanoUsd, chargedNanos: chargedNanoUsd, ...sameAttempt } = attempt;
  expect(await store.findExchange('x-1')).toMatchObject({
    listNanoUsd,
    chargedNanoUsd,
    // The amount at list price was the cost of the target.
    costNanoUsd: listNanoUsd,
    attemptRecords: [{ ...sameAttempt, listNanoUsd, chargedNanoUsd }],
  });
  const entries = await store.listLedger({ limit: 10 });
  expect(entries).toMatchObject([{ nanoUsd: 1_800, listNanoUsd: 1_700, costNanoUsd: 1_700 }]);
  expect(await store.sumUsage({ by: [] })).toMatchObject([
    { listNanoUsd, chargedNanoUsd, costNanoUsd: listNanoUsd },
  ]);
  await expectExactMoney(store);
}

/** Expects exact sums before and after further operations. */
async function expectExactMoney(store: Store): Promise<void> {
  expect(await store.checkLedger()).toMatchObject({ spent: 1_800, reserved: 400, faults: [] });
  await store.release('x-open');
  await store.settle(settlementOfCost('x-2', sampleKey(1, { id: 'key-1' }), 200));
  expect(await store.checkLedger()).toMatchObject({ spent: 2_000, reserved: 0, faults: [] });
  const listed = await store.readKey('key-1');
  expect(listed?.state).toMatchObject({ spent: 2_000, reservedNanoUsd: 0, running: 0 });
}
