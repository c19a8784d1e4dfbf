/**
 * Measures whether settlements and the usage of a key cost more in a large database of the embedded store: before and
 * after it is filled with millions of exchanges, which take about 1.2 GB a million. Run it with
 * `node --conditions=parley-source bench/large-database.ts [millions] [folder]`; by default 10 million exchanges of
 * 1,000 keys below the folder for temporary files, which is deleted at the end.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { encodeSettlement, type Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { createKey } from './populations.ts';
import { settlementOf } from './settlement.ts';

const million = 1_000_000;
const batches = [10, 256];
/** Settlements of a measurement, and requests for usage. */
const settled = 5_120;
const reports = 200;
/** Keys that take turns while settlements are measured. */
const busyKeys = 10;
const dayMs = 86_400_000;

let serial = 0;

function createText(): string {
  serial += 1;
  const now = Date.now();
  const id = `req_${now.toString(16).padStart(12, '0')}${serial.toString(16).padStart(20, '0')}`;
  return encodeSettlement(settlementOf(id, createKey(serial % busyKeys), now));
}

/** Microseconds of CPU time of each piece of work. */
async function measureCpu(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / count);
}

async function settleAll(store: Store, texts: readonly string[], batch: number): Promise<void> {
  for (let first = 0; first < texts.length; first += batch) {
    await store.settleBatch(texts.slice(first, first + batch));
  }
}

/** What `GET /v1/usage` reads by default. */
async function readUsage(store: Store, keyId: string): Promise<void> {
  const from = Date.now() - 30 * dayMs;
  await store.readKey(keyId);
  await store.sumUsage({ keyId, by: [] });
  await store.sumUsage({ keyId, from, by: ['time'] });
  await store.sumUsage({ keyId, from, by: ['callName'] });
  await store.listExchanges({ keyId, from: Date.now() - 60_000, limit: 1_000 });
}

async function measure(path: string, name: string): Promise<void> {
  const store = await createSqliteStore({ path });
  const costs: Record<string, number> = {};
  for (const batch of batches) {
    const runs: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const texts = Array.from({ length: settled }, createText);
      runs.push(await measureCpu(settled, () => settleAll(store, texts, batch)));
    }
    costs[`settlement in batches of ${String(batch)}`] = Math.min(...runs);
  }
  const usage = async (): Promise<void> => {
    for (let done = 0; done < reports; done += 1)
      await readUsage(store, `key-${String(100 + done)}`);
  };
  costs['usage of a key'] = Math.min(
    await measureCpu(reports, usage),
    await measureCpu(reports, usage),
  );
  await store.close();
  const { size } = await stat(path);
  console.log(name, { megabytes: Math.round(size / million), ...costs });
}

/** Ten exchanges in a row are of the same key and quarter of an hour; the last ones begin now. */
const serials = `
  with recursive serials (n) as (select $first union all select n + 1 from serials where n < $last),
  rows as (
    select n, n / 10 % 1000 as owner, $end - ($all - n) / 10000 * 900000 as at,
      printf('req_%012x%020x', $end - $all + n, n) as id
    from serials
  )`;

const insertExchanges = `
  insert into exchanges (id, key_id, account_id, group_name, endpoint, inbound, outbound, call_name, upstream,
    upstream_model, stream, outcome, status, attempts, attempt_records, input_tokens, cache_read_tokens,
    cache_write_5m_tokens, cache_write_1h_tokens, output_tokens, reasoning_tokens, list_nano_usd,
    charged_nano_usd, pricing, fidelity, notes, started_at, first_byte_ms, duration_ms, settled_at)
  ${serials}
  select id, 'key-' || owner, 'account-' || owner % 20, 'default', '/v1/messages', 'anthropic-messages',
    'openai-chat', 'fast', 'first', 'vendor/model-1', 1, 'completed', 200, 1, $attempts, 900, 90, 9, 0, 80, 8,
    1000, 1000, 'priced', 'exact', '[]', at + n % 900000, 410, 4500, at + n % 900000 + 4500
  from rows`;

const insertEntries = `
  insert into ledger (id, kind, at, account_id, nano_usd, key_id, exchange_id, attempt, upstream, upstream_model,
    usage, list_nano_usd, pricing, arithmetic)
  ${serials}
  select id || '#1', 'charge', at + n % 900000 + 4500, 'account-' || owner % 20, 1000, 'key-' || owner, id, 1,
    'first', 'vendor/model-1', $usage, 1000, 'priced', '{"price":"known","lines":[]}'
  from rows`;

const insertSums = `
  insert into usage_sums (key_id, step, account_id, group_name, call_name, upstream, upstream_model, requests,
    input_tokens, output_tokens, list_nano_usd, charged_nano_usd)
  select key_id, started_at / 900000 * 900000, account_id, group_name, call_name, upstream, upstream_model,
    count(*), sum(input_tokens), sum(output_tokens), sum(list_nano_usd), sum(charged_nano_usd)
  from exchanges where true group by 1, 2, 3, 4, 5, 6, 7
  on conflict do update set requests = requests + excluded.requests`;

const rowsAtOnce = 250_000;

/** Writes rows directly, and the indexes afterwards, in the order of their names. */
function fill(path: string, all: number): void {
  const database = new DatabaseSync(path);
  database.exec('pragma synchronous = off; pragma cache_size = -256000; pragma temp_store = file');
  const indexes = database
    .prepare(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null
        and tbl_name in ('exchanges', 'ledger')`,
    )
    .all();
  for (const { name } of indexes) database.exec(`drop index ${String(name)}`);
  const [charged] = settlementOf('', createKey(0), 0).charges;
  const attempts = JSON.stringify(settlementOf('', createKey(0), 0).record.attemptRecords);
  const usage = JSON.stringify(charged?.usage);
  const end = Date.now();
  for (let first = 0; first < all; first += rowsAtOnce) {
    const place = {
      $first: first,
      $last: Math.min(first + rowsAtOnce, all) - 1,
      $all: all,
      $end: end,
    };
    database.exec('begin');
    database.prepare(insertExchanges).run({ ...place, $attempts: attempts });
    database.prepare(insertEntries).run({ ...place, $usage: usage });
    database.exec('commit');
  }
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec(insertSums);
  database.close();
}

const [, , millions = '10', parent = tmpdir()] = process.argv;
const folder = await mkdtemp(join(parent, 'parley-bench-'));
try {
  const path = join(folder, 'bench.db');
  await measure(path, 'new');
  const start = performance.now();
  fill(path, Number(millions) * million);
  console.log(`filled in ${String(Math.round((performance.now() - start) / 1_000))} s`);
  await measure(path, `${millions} million`);
} finally {
  await rm(folder, { recursive: true });
}
