import { once } from 'node:events';
import process from 'node:process';
import type { Store } from '@parley/core';
import { sampleExchange } from '../samples.ts';
import { go, ready } from './task.ts';
import type { StoreTask } from './task.ts';

/** Enough that several exchanges share a commit. */
const recordsAtOnce = 8;

/**
 * The whole of a driver's child process: opens the store that its arguments name, waits for the
 * word and does its task. It ends by itself when its parent has gone.
 */
export async function runStoreProcess(
  openStore: (location: string) => Promise<Store>,
): Promise<void> {
  const [location, task] = process.argv.slice(2);
  if (location === undefined || task === undefined || !process.send) {
    throw new Error('Only startStoreProcess can start this.');
  }
  process.once('disconnect', () => process.exit());
  const store = await openStore(location);
  process.send(ready);
  await hearGo();
  await perform(store, JSON.parse(task) as StoreTask);
  await store.close();
  process.disconnect();
}

async function hearGo(): Promise<void> {
  let heard: unknown;
  while (heard !== go) [heard] = (await once(process, 'message')) as readonly unknown[];
}

async function perform(store: Store, task: StoreTask): Promise<void> {
  if (task.kind === 'record') {
    await Promise.all(task.ids.map((id) => store.recordExchange(sampleExchange(id))));
  }
  if (task.kind === 'record-endlessly') await recordEndlessly(store, task.prefix);
}

async function recordEndlessly(store: Store, prefix: string): Promise<void> {
  let count = 0;
  const recordNext = async (): Promise<void> => {
    for (;;) {
      const startedAt = count;
      count += 1;
      const id = `${prefix}-${String(startedAt)}`;
      await store.recordExchange(sampleExchange(id, { keyId: prefix, startedAt }));
      process.stdout.write(`${id}\n`);
    }
  };
  await Promise.all(Array.from({ length: recordsAtOnce }, recordNext));
}
