/** Kills gateways under load and checks that the ledger stays exact. */
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith } from '@parley/testkit';
import { ask, type Call } from './calls.ts';
import { startFleet, type Fleet, type TestStore } from './fleet.ts';
import { askOnSocket } from './socket-calls.ts';

/** The result of killing gateways under load. */
export interface KillResult {
  readonly kills: number;
  /** Responses that a client received completely. */
  readonly finished: number;
  /** Finished responses that are missing in the ledger, or in it more than once. */
  readonly lost: number;
  readonly doubled: number;
  /** Sums that did not match, over all checks: one after each kill. */
  readonly faults: number;
  /** Reservations of killed processes that remain after a minute. */
  readonly stuck: number;
  readonly answered: number;
}

const callers = 16;
/** Milliseconds of load before a kill, plus a random part of the same length. */
const loadMs = 300;
/** Maximum milliseconds until the store has what ended before the last kill. */
const settleMs = 10_000;
/** Maximum milliseconds until the reservations of a killed process are released. */
const freeMs = 60_000;

export interface KillOptions {
  /** How many gateways run at the same time; 2 by default. */
  readonly processes?: number;
  readonly kills: number;
  /** Whether to wait at the end, up to a minute, until no reservation remains. */
  readonly waitsForFreedom: boolean;
}

/** Repeatedly kills one of several gateways while clients call all of them, by POST and on WebSockets. */
export async function killUnderLoad(
  testStore: TestStore,
  { processes = 2, kills, waitsForFreedom }: KillOptions,
): Promise<KillResult> {
  const fleet = await startFleet(testStore, processes);
  try {
    const usage = { input: 12, output: 20 };
    fleet.upstream.script(answerWith({ text: ['One. ', 'Two. ', 'Three.'], usage }));
    const { id, secret } = await fleet.createKey({
      quota: { nanoUsd: 1_000_000_000_000, reset: 'none' },
      concurrency: 1_000,
    });
    const finished = new Set<string>();
    const load = { on: true };
    const calling = Array.from({ length: callers }, (_, index) =>
      callOn({ fleet, secret, finished, load, index }),
    );
    let faults = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(loadMs * (1 + Math.random()));
      await replaceOne(fleet, kill % processes);
      faults += (await fleet.checkLedger()).faults.length;
    }
    load.on = false;
    await Promise.all(calling);
    const counts = await countEntries(fleet, finished);
    const answered = (await fleet.store.readKey(id))?.state.requests ?? Number.NaN;
    return {
      kills,
      finished: finished.size,
      ...counts,
      faults,
      answered,
      stuck: waitsForFreedom ? await countStuck(fleet, id) : 0,
    };
  } finally {
    await fleet.close();
  }
}

interface Caller {
  readonly fleet: Fleet;
  readonly secret: string;
  readonly finished: Set<string>;
  readonly load: { readonly on: boolean };
  readonly index: number;
}

async function callOn({ fleet, secret, finished, load, index }: Caller): Promise<void> {
  for (let turn = 0; load.on; turn += 1) {
    const url = fleet.processes[(index + turn) % fleet.processes.length]?.url ?? '';
    const call = await askInTurn(url, secret, turn);
    if (call.complete) finished.add(call.requestId);
    if (call.status === 0) await wait(20);
  }
}

/** Whole, streamed, on a WebSocket, and on one whose client leaves in the middle. */
function askInTurn(url: string, secret: string, turn: number): Promise<Call> {
  const kind = turn % 4;
  if (kind < 2) return ask(url, secret, { stream: kind === 1 });
  return askOnSocket(url, secret, kind === 2 ? 'whole' : 'first text');
}

async function replaceOne(fleet: Fleet, index: number): Promise<void> {
  await fleet.processes[index]?.end('SIGKILL');
  const fresh = await fleet.start();
  fleet.processes.splice(fleet.processes.indexOf(fresh), 1);
  fleet.processes[index] = fresh;
}

/** What a process has left is in the store a moment after the start of the next one. */
async function countEntries(
  { store }: Fleet,
  finished: ReadonlySet<string>,
): Promise<{ readonly lost: number; readonly doubled: number }> {
  let lost = 0;
  let doubled = 0;
  const until = Date.now() + settleMs;
  for (const exchangeId of finished) {
    let entries = await store.listLedger({ exchangeId, limit: 10 });
    while (entries.length === 0 && Date.now() < until) {
      await wait(50);
      entries = await store.listLedger({ exchangeId, limit: 10 });
    }
    if (entries.length === 0) lost += 1;
    if (entries.length > 1) doubled += 1;
  }
  return { lost, doubled };
}

/** Counts the reservations that have not been released after a minute. */
export async function countStuck({ store }: Fleet, keyId: string): Promise<number> {
  for (const limit = Date.now() + freeMs; Date.now() < limit;) {
    const running = (await store.readKey(keyId))?.state.running;
    if (running === 0) return 0;
    await wait(500);
  }
  return (await store.readKey(keyId))?.state.running ?? Number.NaN;
}
