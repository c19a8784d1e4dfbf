/**
 * Measures the CPU time of a settlement in the embedded store, all threads counted, for batches of several sizes:
 * in a thread of its own, as servers run it, and in the calling thread.
 * Run it with `node --conditions=parley-source bench/settle-batches.ts [file]`. An existing file is used as it is,
 * so that large ones can be measured; by default a temporary one is created and deleted.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { encodeSettlement, type Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { createThreadedSqliteStore } from '@parley/store-sqlite/threaded';
import { createKey } from './populations.ts';
import { settlementOf } from './settlement.ts';

const batches = [1, 10, 100, 1_000];
const exchanges = 4_000;
const rounds = 3;
/** Keys that take turns. */
const keys = 10;

let serial = 0;

/** Ids that sort by time, as those of the gateway do. */
function createSettlement() {
  serial += 1;
  const now = Date.now();
  const id = `req_${now.toString(16).padStart(16, '0')}${serial.toString(16).padStart(16, '0')}`;
  return settlementOf(id, createKey(serial % keys), now);
}

/** Microseconds of CPU and of time for each settlement. */
async function measure(store: Store, batch: number): Promise<{ cpu: number; time: number }> {
  // A gateway has the text already: it is what the outbox wrote.
  const texts = Array.from({ length: exchanges }, () => encodeSettlement(createSettlement()));
  const before = process.cpuUsage();
  const start = performance.now();
  for (let first = 0; first < exchanges; first += batch) {
    await store.settleBatch(texts.slice(first, first + batch));
  }
  const { user, system } = process.cpuUsage(before);
  const time = ((performance.now() - start) * 1_000) / exchanges;
  return { cpu: (user + system) / exchanges, time };
}

async function measureStore(name: string, store: Store): Promise<void> {
  await measure(store, 100);
  for (const batch of batches) {
    const runs = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await measure(store, batch));
    const [best] = runs.toSorted((left, right) => left.cpu - right.cpu);
    console.log(name, {
      batch,
      cpu: Math.round(best?.cpu ?? 0),
      time: Math.round(best?.time ?? 0),
    });
  }
  await store.close();
}

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
try {
  const path = process.argv[2] ?? join(folder, 'bench.db');
  await measureStore('thread', await createThreadedSqliteStore({ path }));
  await measureStore('direct', await createSqliteStore({ path }));
} finally {
  await rm(folder, { recursive: true });
}
