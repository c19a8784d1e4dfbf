/** Tests of several processes with the same data; part of the store suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeRecord, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, ProcessSupport, StoreHarness, StoreSupport } from '../harness.ts';
import { startStoreProcess } from '../process/parent.ts';
import type { StoreProcess } from '../process/parent.ts';

const processCount = 4;
const crashRounds = 4;
/** A round is killed at a random moment, at most `longestRunMs` after this many printed ids. */
const writesBeforeCrash = 50;
const longestRunMs = 60;
const bounded = { timeout: 60_000 };

export function describeProcesses(open: OpenHarness, supports: StoreSupport): void {
  const { processes } = supports;
  describe.skipIf(!processes)('several processes on the same data', () => {
    if (!processes) return;
    describeRaces(open, processes);
    describeCrashes(open, processes);
  });
}

function locate(harness: StoreHarness): string {
  if (harness.location === undefined) throw new Error('The harness must give a location.');
  return harness.location;
}

function describeRaces(open: OpenHarness, support: ProcessSupport): void {
  it('records each exchange once when all processes race for all of them', bounded, async () => {
    const harness = await open();
    const ids = Array.from({ length: 500 }, (_, index) => `x-${String(index)}`);
    const children = Array.from({ length: processCount }, () =>
      startStoreProcess(support, locate(harness), { kind: 'record', ids }),
    );
    await runTogether(children);
    const found = await harness.store.listExchanges({ limit: 1_000 });
    expect(found.map((record) => record.id).sort()).toStrictEqual([...ids].sort());
  });
}

async function runTogether(children: readonly StoreProcess[]): Promise<void> {
  await Promise.all(children.map((child) => child.ready));
  for (const child of children) child.start();
  await Promise.all(children.map((child) => child.ended));
}

function describeCrashes(open: OpenHarness, support: ProcessSupport): void {
  it('has every promised exchange once after each of several kills', bounded, async () => {
    const harness = await open();
    for (let round = 0; round < crashRounds; round += 1) {
      const prefix = `round-${String(round)}`;
      const child = startStoreProcess(support, locate(harness), {
        kind: 'record-endlessly',
        prefix,
      });
      await runUntilCrash(child);
      await expectWritesKept(harness.store, prefix, child.lines());
    }
  });

  it('can be opened again after a kill', bounded, async () => {
    const harness = await open();
    await harness.store.close();
    const task = { kind: 'record-endlessly', prefix: 'round' } as const;
    const child = startStoreProcess(support, locate(harness), task);
    await runUntilCrash(child);
    const again = await harness.reopen();
    await again.check();
    await expectWritesKept(again, 'round', child.lines());
  });
}

async function runUntilCrash(child: StoreProcess): Promise<void> {
  await child.ready;
  child.start();
  while (child.lines().length < writesBeforeCrash) {
    await Promise.race([sleep(1), child.ended]);
  }
  await sleep(Math.random() * longestRunMs);
  await child.kill();
}

async function expectWritesKept(
  store: Store,
  keyId: string,
  promised: readonly string[],
): Promise<void> {
  const kept = (await listAll(store, keyId)).map((record) => record.id);
  const once = new Set(kept);
  expect(once.size).toBe(kept.length);
  expect(promised.filter((id) => !once.has(id))).toStrictEqual([]);
  expect(promised.length).toBeGreaterThanOrEqual(writesBeforeCrash);
}

/** Reads page by page. */
async function listAll(store: Store, keyId: string): Promise<readonly ExchangeRecord[]> {
  const all: ExchangeRecord[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await store.listExchanges({
      keyId,
      limit: 1_000,
      ...(last && { after: { startedAt: last.startedAt, id: last.id } }),
    });
    if (page.length === 0) return all;
    all.push(...page);
  }
}
