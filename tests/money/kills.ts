/** Kills gateways under load and checks that the ledger stays exact. */
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith } from '@parley/testkit';
import { ask, type Call } from './calls.ts';
import { prices, startFleet, type Fleet, type TestStore } from './fleet.ts';
import { askOnSocket } from './socket-calls.ts';

/** The result of killing gateways under load. */
export interface KillResult {
  readonly kills: number;
  /** Responses that a client received completely. */
  readonly finished: number;
  /** Finished responses that are missing in the ledger, or in it more than once. */
  readonly lost: number;
  readonly doubled: number;
  /** Finished responses whose charge is not that of their tokens and searches. */
  readonly mischarged: number;
  /** Sums that did not match, over all checks: one after each kill. */
  readonly faults: number;
  /** Reservations of killed processes that remain after a minute. */
  readonly stuck: number;
  readonly answered: number;
}

const usage = { input: 12, output: 20, searches: 2 };
const rawUsage = {
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  server_tool_use: { web_search_requests: usage.searches },
};
/** Prices of a list, with a fee for each request, and sale prices. */
const models = ['up/model', 'sold'] as const;

/** In nanoUsd. */
function costOf(model: (typeof models)[number]): number {
  const { input, output, fees } = prices[model];
  const tokens = (usage.input * input + usage.output * output) * 1_000;
  const thousands = usage.searches * fees.web_search + ('request' in fees ? fees.request : 0);
  return tokens + Math.round(thousands * 1_000_000);
}

const callers = 16;
/** Milliseconds of load before a kill, plus a random part of the same length. */
const loadMs = 300;
/** Maximum milliseconds until the store has what ended before the last kill. */
const settleMs = 60_000;
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
    fleet.upstream.script(answerWith({ text: ['One. ', 'Two. ', 'Three.'], rawUsage }));
    const { id, secret } = await fleet.createKey({
      quota: { nanoUsd: 1_000_000_000_000, reset: 'none' },
      concurrency: 1_000,
    });
    const finished = new Map<string, number>();
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
  /** What each finished response costs, in nanoUsd. */
  readonly finished: Map<string, number>;
  readonly load: { readonly on: boolean };
  readonly index: number;
}

async function callOn({ fleet, secret, finished, load, index }: Caller): Promise<void> {
  for (let turn = 0; load.on; turn += 1) {
    const url = fleet.processes[(index + turn) % fleet.processes.length]?.url ?? '';
    const model = models[Math.floor(turn / 4) % 2] ?? 'sold';
    const call = await askInTurn(url, secret, { model, turn });
    if (call.complete) finished.set(call.requestId, costOf(model));
    if (call.status === 0) await wait(20);
  }
}

/** Whole, streamed, on a WebSocket, and on one whose client leaves in the middle. */
function askInTurn(
  url: string,
  secret: string,
  { model, turn }: { readonly model: string; readonly turn: number },
): Promise<Call> {
  const kind = turn % 4;
  if (kind < 2) return ask(url, secret, { model, searches: true, stream: kind === 1 });
  return askOnSocket(url, secret, { model, patience: kind === 2 ? 'whole' : 'first text' });
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
  finished: ReadonlyMap<string, number>,
): Promise<Pick<KillResult, 'lost' | 'doubled' | 'mischarged'>> {
  const counts = { lost: 0, doubled: 0, mischarged: 0 };
  const until = Date.now() + settleMs;
  for (const [exchangeId, cost] of finished) {
    let entries = await store.listLedger({ exchangeId, limit: 10 });
    while (entries.length === 0 && Date.now() < until) {
      await wait(50);
      entries = await store.listLedger({ exchangeId, limit: 10 });
    }
    if (entries.length === 0) counts.lost += 1;
    else if (entries.length > 1) counts.doubled += 1;
    else if (entries[0]?.nanoUsd !== cost) counts.mischarged += 1;
  }
  return counts;
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
