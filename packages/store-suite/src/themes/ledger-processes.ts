/** Tests of the ledger with several processes; part of the store suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRecord } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, ProcessSupport, StoreHarness, StoreSupport } from '../harness.ts';
import { startStoreProcess } from '../process/parent.ts';
import type { StoreProcess } from '../process/parent.ts';
import { range } from '../process/waiting.ts';
import { addSampleKey } from '../samples/index.ts';

const processCount = 4;
const callsEach = 200;
const bounded = { timeout: 60_000 };
const crashLifeMs = 300;

export function describeLedgerProcesses(open: OpenHarness, supports: StoreSupport): void {
  const { processes } = supports;
  describe.skipIf(!processes)('money of several processes on the same data', () => {
    if (!processes) return;
    describeSpending(open, processes);
    describeCrashes(open, processes);
  });
}

interface Spending {
  readonly key: KeyRecord;
  readonly reserveNanoUsd: number;
  readonly cost: number;
}

function startSpending(
  support: ProcessSupport,
  { location = '' }: StoreHarness,
  spending: Spending,
): readonly StoreProcess[] {
  return range(processCount).map((index) =>
    startStoreProcess(support, location, {
      kind: 'spend',
      count: callsEach,
      prefix: `process-${String(index)}`,
      lifeMs: 60_000,
      ...spending,
    }),
  );
}

async function runTogether(children: readonly StoreProcess[]): Promise<readonly string[]> {
  await Promise.all(children.map((child) => child.ready));
  for (const child of children) child.start();
  await Promise.all(children.map((child) => child.ended));
  return children.flatMap((child) => child.lines());
}

function describeSpending(open: OpenHarness, support: ProcessSupport): void {
  it('spends a quota to the end and not beyond, by 800 calls of 4 processes', bounded, async () => {
    const harness = await open();
    const limits = { quota: { nanoUsd: 5_000, reset: 'none' } } as const;
    const key = await addSampleKey(harness.store, 1, { limits });
    // The requested amount is an upper bound: three times as many calls can be paid for in the end.
    const refused = await runTogether(
      startSpending(support, harness, { key, reserveNanoUsd: 30, cost: 10 }),
    );
    const state = (await harness.store.readKey(key.id))?.state;
    expect(state).toMatchObject({ reservedNanoUsd: 0, running: 0 });
    expect(state?.spent).toBeLessThanOrEqual(5_000);
    expect(state?.spent).toBeGreaterThan(5_000 - 30);
    expect(refused.length).toBe(processCount * callsEach - (state?.spent ?? 0) / 10);
    expect(await harness.store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
  });
}

function describeCrashes(open: OpenHarness, support: ProcessSupport): void {
  it(
    'releases what a killed process held, once its reservations have expired',
    bounded,
    async () => {
      const harness = await open();
      const { store, location = '' } = harness;
      const limits = { quota: { nanoUsd: 1_000, reset: 'none' } } as const;
      const key = await addSampleKey(store, 1, { limits });
      const child = startStoreProcess(support, location, {
        kind: 'hold',
        count: 20,
        prefix: 'process-1',
        key,
        reserveNanoUsd: 10,
        cost: 10,
        lifeMs: crashLifeMs,
      });
      await child.ready;
      child.start();
      while (child.lines().length < 20) await Promise.race([sleep(5), child.ended]);
      await child.kill();
      expect(await store.checkLedger()).toMatchObject({ openReservations: 20, reserved: 200 });
      await sleep(crashLifeMs + 50);
      const stores = [store, await harness.reopen()];
      const released = await Promise.all(stores.map((one) => one.releaseExpired()));
      expect(released.reduce((sum, count) => sum + count, 0)).toBe(20);
      expect(await store.checkLedger()).toMatchObject({
        openReservations: 0,
        reserved: 0,
        faults: [],
      });
    },
  );
}
