/** The child process of the tests with several processes; each driver has a module that calls it. */
import { once } from 'node:events';
import process from 'node:process';
import type { Store } from '@parley/core/store';
import { reservationRequestOf, settlementOfCost, settleSample } from '../samples/index.ts';
import { go, ready } from './task.ts';
import type { StoreTask } from './task.ts';
import { range, reserveInTime } from './waiting.ts';

/** Large enough for several exchanges to share a commit. */
const recordsAtOnce = 8;

/** Opens the store of a driver at a place that `ProcessSupport` names. */
export type OpenStore = (location: string) => Promise<Store>;

/**
 * Runs the child process of a driver: opens the store that its arguments name, waits for the start message
 * and performs its task. It exits when its parent has ended.
 */
export async function runStoreProcess(openStore: OpenStore): Promise<void> {
  const [location, task] = process.argv.slice(2);
  if (location === undefined || task === undefined || !process.send) {
    throw new Error('Only startStoreProcess can start this.');
  }
  process.once('disconnect', leave);
  const store = await openStore(location);
  process.send(ready);
  await waitForGo();
  await perform(JSON.parse(task) as StoreTask, store, openStore);
  await store.close();
  // The process exits on its own once the parent has read all its output.
  process.off('disconnect', leave);
  process.disconnect();
}

function leave(): never {
  process.exit();
}

async function waitForGo(): Promise<void> {
  let message: unknown;
  while (message !== go) [message] = (await once(process, 'message')) as readonly unknown[];
}

async function perform(task: StoreTask, store: Store, openStore: OpenStore): Promise<void> {
  switch (task.kind) {
    case 'open':
      for (const location of task.locations) await openOnce(location, openStore);
      return;
    case 'record':
      await Promise.all(task.ids.map((id) => settleSample(store, id)));
      return;
    case 'record-endlessly':
      await recordEndlessly(store, task.prefix);
      return;
    case 'spend':
      await Promise.all(range(task.count).map((index) => spend(store, task, index)));
      return;
    case 'hold':
      await hold(store, task);
  }
}

async function openOnce(location: string, openStore: OpenStore): Promise<void> {
  const store = await openStore(location);
  await store.check();
  await store.close();
}

async function recordEndlessly(store: Store, prefix: string): Promise<void> {
  let count = 0;
  const recordNext = async (): Promise<void> => {
    for (;;) {
      const startedAt = count;
      count += 1;
      const id = `${prefix}-${String(startedAt)}`;
      await settleSample(store, id, { keyId: prefix, startedAt });
      process.stdout.write(`${id}\n`);
    }
  };
  await Promise.all(Array.from({ length: recordsAtOnce }, recordNext));
}

type SpendTask = Extract<StoreTask, { kind: 'spend' | 'hold' }>;

async function spend(store: Store, task: SpendTask, index: number): Promise<void> {
  const request = requestOf(task, index);
  const outcome = await reserveInTime(store, request);
  if (outcome.kind !== 'granted') process.stdout.write(`${request.id}\n`);
  else await store.settle(settlementOfCost(request.id, task.key, task.cost));
}

async function hold(store: Store, task: SpendTask): Promise<void> {
  for (const index of range(task.count)) {
    const request = requestOf(task, index);
    const { kind } = await store.reserve(request);
    if (kind === 'granted') process.stdout.write(`${request.id}\n`);
  }
  await new Promise(() => {
    setInterval(() => undefined, 60_000);
  });
}

function requestOf({ prefix, key, reserveNanoUsd, lifeMs }: SpendTask, index: number) {
  return reservationRequestOf(`${prefix}-${String(index)}`, key, {
    nanoUsd: reserveNanoUsd,
    owner: prefix,
    lifeMs,
  });
}
