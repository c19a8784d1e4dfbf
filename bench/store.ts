import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { ExchangeRecord, KeyRecord, Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';

/**
 * Measures what a request costs in the store while the number of keys grows. It must not grow.
 * Run with `node --conditions=parley-source bench/store.ts`; the folder for the database, on the
 * disk that is to be measured, may be given as the argument.
 */

const keyCounts = [10, 10_000, 100_000];
const lookups = 50_000;
const recordsAlone = 2_000;
const recordsTogether = 20_000;
/** As many exchanges as may end in one turn of the event loop on a busy gateway. */
const togetherAtOnce = 50;

interface Row {
  readonly keys: number;
  readonly 'findKey hit/s': number;
  readonly 'findKey miss/s': number;
  readonly 'recordExchange/s, one by one': number;
  readonly 'recordExchange/s, 50 at once': number;
}

function hashOf(serial: number): string {
  return serial.toString(16).padStart(64, '0');
}

function createKey(serial: number): KeyRecord {
  return {
    id: `key-${serial}`,
    hash: hashOf(serial),
    display: 'sk-abcde…wxyz',
    name: 'Bench',
    group: 'default',
    createdAt: serial,
    disabled: false,
  };
}

let exchangeCount = 0;

function createExchange(keys: number): ExchangeRecord {
  exchangeCount += 1;
  return {
    id: `exchange-${exchangeCount}`,
    keyId: `key-${exchangeCount % keys}`,
    group: 'default',
    endpoint: '/v1/messages',
    inbound: 'anthropic-messages',
    outbound: 'openai-chat',
    callName: 'fast',
    upstream: 'first',
    upstreamModel: 'vendor/model-1',
    stream: true,
    outcome: 'completed',
    status: 200,
    attempts: 1,
    usage: {
      input: 900,
      cacheRead: 90,
      cacheWrite5m: 9,
      cacheWrite1h: 0,
      output: 80,
      reasoning: 8,
    },
    fidelity: 'adapted',
    notes: [{ path: 'system', action: 'moved', reason: 'It became the first message.' }],
    startedAt: exchangeCount,
    firstByteMs: 120,
    durationMs: 4_500,
  };
}

/** Runs `count` calls, `atOnce` of them together, and gives how many were done in a second. */
async function measureRate(
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
  call: (index: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  for (let done = 0; done < count; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => call(done + index)));
  }
  return Math.round((count * 1_000) / (performance.now() - start));
}

async function measureStore(store: Store, keys: number): Promise<Row> {
  // A large odd step walks through the keys out of order, as requests come.
  const hit = (index: number) => store.findKey(hashOf((index * 7_919) % keys));
  const miss = (index: number) => store.findKey(hashOf(keys + index));
  const record = () => store.recordExchange(createExchange(keys));
  await measureRate({ count: lookups, atOnce: 1 }, hit);
  return {
    keys,
    'findKey hit/s': await measureRate({ count: lookups, atOnce: 1 }, hit),
    'findKey miss/s': await measureRate({ count: lookups, atOnce: 1 }, miss),
    'recordExchange/s, one by one': await measureRate({ count: recordsAlone, atOnce: 1 }, record),
    'recordExchange/s, 50 at once': await measureRate(
      { count: recordsTogether, atOnce: togetherAtOnce },
      record,
    ),
  };
}

async function measureWithKeys(parent: string, keys: number): Promise<Row> {
  const folder = await mkdtemp(join(parent, 'parley-bench-'));
  const store = await createSqliteStore({ path: join(folder, 'bench.db') });
  try {
    for (let serial = 0; serial < keys; serial += 1) await store.addKey(createKey(serial));
    return await measureStore(store, keys);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
}

const rows: Row[] = [];
for (const keys of keyCounts) {
  rows.push(await measureWithKeys(process.argv[2] ?? tmpdir(), keys));
}
console.table(rows);
