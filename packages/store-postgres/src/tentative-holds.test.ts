/** Reservations that are held before they are decided, by several gateways far from the server. */
import type { ReserveOutcome, Store } from '@parley/core/store';
import {
  addSampleKey,
  createServerProxy,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '@parley/store-suite';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createHarness, dropSchemas, serverUrl } from './testing/temporary-store.ts';

/** What the server calls the connections of the stores that are far. */
const farName = 'tentative-holds-far';

/** Fails while the server has such a connection, which may still run a statement after its client has gone. */
const expectNoneFar = `do $$ begin
  if exists (select from pg_stat_activity where application_name = '${farName}') then
    raise exception 'connected';
  end if;
end $$`;

/** One store beside the server and several that are 10 ms away, on the same data. */
async function openFleet(size: number) {
  const near = await createHarness();
  onTestFinished(() => near.dispose());
  const proxy = await createServerProxy(near.location ?? '');
  onTestFinished(() => proxy.close());
  const url = new URL(proxy.url);
  url.searchParams.set('application_name', farName);
  const far = await Promise.all(
    Array.from({ length: size }, () => createPostgresStore({ url: url.href, poolSize: 3 })),
  );
  onTestFinished(async () => {
    await Promise.all(far.map((store) => store.close()));
  });
  proxy.delay(10);
  return { near, proxy, far };
}

const quota = { quota: { nanoUsd: 500, reset: 'none' } } as const;

function held(outcomes: readonly ReserveOutcome[]): number {
  return outcomes.reduce((sum, one) => sum + (one.kind === 'granted' ? one.held.nanoUsd : 0), 0);
}

/** Asks until there is something other than to wait. */
async function insist(ask: (last: boolean) => Promise<ReserveOutcome>): Promise<ReserveOutcome> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const outcome = await ask(false);
    if (outcome.kind !== 'held') return outcome;
  }
  return ask(true);
}

describe.skipIf(serverUrl === undefined)('amounts that are held before they are decided', () => {
  afterAll(dropSchemas);

  it('never exceed a limit, and all of it is used in the end', async () => {
    const { near, far } = await openFleet(3);
    const key = await addSampleKey(near.store, 1, { limits: quota });
    const outcomes = await Promise.all(
      Array.from({ length: 180 }, (_, index) => {
        const store = far[index % far.length] ?? near.store;
        const amounts = { nanoUsd: 7, leastNanoUsd: 2, ahead: index % 5 };
        return insist((last) =>
          store.reserve(reservationRequestOf(`x-${String(index)}`, key, { ...amounts, last })),
        );
      }),
    );
    const report = await near.store.checkLedger();
    expect(report).toMatchObject({ reserved: held(outcomes), faults: [] });
    expect(report.reserved).toBe(500);
  });

  it('of one key only delay the other keys of a prepaid account', async () => {
    const { near, far } = await openFleet(2);
    const { id: accountId } = sampleAccount(1);
    await near.store.addAccount(sampleAccount(1));
    await near.store.credit({ id: 'c-1', kind: 'top-up', accountId, nanoUsd: 100 });
    const greedy = await addSampleKey(near.store, 1, { accountId });
    const modest = await addSampleKey(near.store, 2, { accountId });
    const [one, other] = far;
    if (one === undefined || other === undefined) throw new Error('There are too few stores.');
    let isOver = false;
    const flood = async (): Promise<void> => {
      for (let index = 0; !isOver; index += 1) {
        const request = reservationRequestOf(`g-${String(index)}`, greedy, { nanoUsd: 101 });
        expect(await one.reserve(request)).toMatchObject({ kind: 'refused' });
      }
    };
    const flooding = flood();
    for (let index = 0; index < 10; index += 1) {
      const id = `m-${String(index)}`;
      const ask = (last: boolean) =>
        other.reserve(reservationRequestOf(id, modest, { nanoUsd: 10, last }));
      expect(await insist(ask)).toMatchObject({ kind: 'granted', nanoUsd: 10 });
    }
    isOver = true;
    await flooding;
    expect(await near.store.checkLedger()).toMatchObject({ reserved: 100, faults: [] });
  });

  it('take the upper bound where a limit is near its end, and what others hold with it', async () => {
    const { near, far } = await openFleet(2);
    const key = await addSampleKey(near.store, 1, { limits: quota });
    const bound = { nanoUsd: 200, leastNanoUsd: 60, tokens: 0, leastTokens: 0 };
    const ask = (store: Store, id: string) => {
      const request = reservationRequestOf(id, key, { nanoUsd: 50, last: true });
      return store.reserve({ ...request, amounts: { ...request.amounts, bound } });
    };
    const together = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(far[index % far.length] ?? near.store, `x-${String(index)}`),
      ),
    );
    // Each of them may have been refused for what the others held before they were decided.
    const outcomes = [...together, await ask(near.store, 'x-alone')];
    const granted = outcomes.filter(({ kind }) => kind === 'granted');
    expect(granted).not.toHaveLength(0);
    for (const outcome of granted) expect(outcome).toMatchObject({ isBound: true });
    expect(held(outcomes)).toBeLessThanOrEqual(500);
    expect(await near.store.checkLedger()).toMatchObject({ reserved: held(outcomes), faults: [] });
  });

  it('are free again after the connection broke before a correction', async () => {
    const { near, proxy, far } = await openFleet(3);
    const key = await addSampleKey(near.store, 1, { limits: quota });
    const ask = (store: Store, id: string) =>
      store.reserve(reservationRequestOf(id, key, { nanoUsd: 300, lifeMs: 1_000 }));
    for (let round = 0; round < 4; round += 1) {
      const asked = far.map((store, index) => ask(store, `x-${String(round)}-${String(index)}`));
      setTimeout(() => proxy.set('closed'), 8 + 5 * round);
      await Promise.allSettled(asked);
      await vi.waitFor(() => near.runSql?.(expectNoneFar), 10_000);
      proxy.set('open');
      expect((await near.store.checkLedger()).faults).toEqual([]);
      await near.passTime?.(2_000);
      await near.store.releaseExpired();
      expect(await near.store.checkLedger()).toMatchObject({ reserved: 0, faults: [] });
    }
  });

  it('are given back once if they expire before they are decided', async () => {
    const { near, proxy, far } = await openFleet(1);
    const [slow = near.store] = far;
    const key = await addSampleKey(near.store, 1, { limits: quota });
    await near.store.reserve(reservationRequestOf('x-0', key, { nanoUsd: 300 }));
    proxy.delay(200);
    const outcomes = ['x-1', 'x-2'].map((id) =>
      slow.reserve(reservationRequestOf(id, key, { nanoUsd: 250, leastNanoUsd: 150, lifeMs: 1 })),
    );
    // On a busy machine, one of them may be held while the other has expired.
    let released = 0;
    const release = async (): Promise<void> => {
      released += await near.store.releaseExpired();
      expect(released).toBe(2);
    };
    await vi.waitFor(release, { interval: 5, timeout: 10_000 });
    await Promise.all(outcomes);
    expect(await near.store.checkLedger()).toMatchObject({ reserved: 300, faults: [] });
  });

  it('are as if they had never been after a refusal', async () => {
    const { near } = await openFleet(1);
    const key = await addSampleKey(near.store, 1, {
      limits: { ...quota, requestsPerMinute: 60, tokensPerMinute: 600, concurrency: 5 },
    });
    await near.store.settle(settlementOfCost('x-0', key, 480));
    const before = (await near.store.readKey(key.id))?.state;
    const amounts = { nanoUsd: 30, rateTokens: 50, ahead: 3 };
    expect(await near.store.reserve(reservationRequestOf('x-1', key, amounts))).toMatchObject({
      kind: 'refused',
      limit: 'key_quota',
    });
    const after = (await near.store.readKey(key.id))?.state;
    // When the key was last used tells whether the clock was set back, so a refused request counts as a use.
    const lastUsedAt = after?.lastUsedAt ?? 0;
    expect(lastUsedAt).toBeGreaterThanOrEqual(before?.lastUsedAt ?? Infinity);
    expect(lastUsedAt).toBeLessThanOrEqual(Date.now() + 10);
    const times = { requestsWholeAt: 0, tokensWholeAt: 0, lastUsedAt };
    expect({ ...after, ...times }).toEqual({ ...before, ...times });
    // What is whole now needs no other time than what was whole before.
    expect(after?.requestsWholeAt).toBeLessThanOrEqual(Date.now() + 10);
    expect(await near.store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
  });
});
