/** Sends more parallel calls than a quota can pay for, and checks the sums. */
import { answerWith } from '@parley/testkit';
import { ask, type Call } from './calls.ts';
import { prices, startFleet, type TestStore } from './fleet.ts';
import { countStuck } from './kills.ts';

/** The result of many parallel calls with one key whose quota cannot pay for all of them. */
export interface OverdrawResult {
  readonly calls: number;
  readonly answered: number;
  readonly refused: number;
  /** Successful responses beyond those that the quota pays for. */
  readonly overdrawn: number;
  /** Rejected calls that the rest of the quota could have paid for. */
  readonly payableRefused: number;
  /** Reservations that remain after a minute. */
  readonly stuck: number;
  readonly faults: number;
  readonly seconds: number;
}

export interface OverdrawSize {
  readonly processes: number;
  readonly calls: number;
  /** Number of calls that the quota pays for. */
  readonly payable: number;
}

const usage = { input: 12, output: 20 };
/** The actual cost of one call, in nanoUsd. */
const { input, output, fees } = prices['up/model'];
const cost = (usage.input * input + usage.output * output) * 1_000 + fees.request * 1_000_000;

/** Sends all calls at once, spread over the processes, and sums the results. */
export async function overdraw(
  testStore: TestStore,
  { processes, calls, payable }: OverdrawSize,
): Promise<OverdrawResult> {
  const fleet = await startFleet(testStore, processes);
  try {
    fleet.upstream.script(answerWith({ text: ['Something.'], usage }));
    const quota = cost * payable;
    const { id, secret } = await fleet.createKey({ quota: { nanoUsd: quota, reset: 'none' } });
    const begin = performance.now();
    const done: readonly Call[] = await Promise.all(
      Array.from({ length: calls }, (_, index) =>
        ask(fleet.processes[index % processes]?.url ?? '', secret),
      ),
    );
    const seconds = (performance.now() - begin) / 1_000;
    const answered = done.filter(({ status }) => status === 200).length;
    const refused = done.filter(({ status }) => status === 429).length;
    const listed = await fleet.store.readKey(id);
    const spent = listed?.state.spent ?? Number.NaN;
    const report = await fleet.checkLedger();
    return {
      calls,
      answered,
      refused,
      overdrawn: Math.max(0, Math.ceil((spent - quota) / cost)),
      payableRefused: Math.min(refused, Math.floor((quota - spent) / cost)),
      stuck: await countStuck(fleet, id),
      faults: report.faults.length,
      seconds,
    };
  } finally {
    await fleet.close();
  }
}
