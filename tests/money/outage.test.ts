import { setTimeout as wait } from 'node:timers/promises';
import { createServerProxy } from '@parley/store-suite';
import { answerWith } from '@parley/testkit';
import { expect, it, vi } from 'vitest';
import { ask } from './calls.ts';
import { startFleet } from './fleet.ts';
import { findTestStores } from './test-stores.ts';

const minuteMs = 60_000;
/** Longer than a cached key is used without a new look-up. */
const staleMs = 1_500;

it.skipIf(process.env['PARLEY_TEST_POSTGRES_URL'] === undefined).each([
  ['goes away', 'closed'],
  ['accepts connections and never answers', 'silent'],
] as const)(
  'a database that %s refuses keys with limits, and loses nothing of the others after a kill',
  async (_name, state) => {
    for await (const testStore of findTestStores('postgres')) {
      const proxy = await createServerProxy(testStore.postgres ?? '');
      const fleet = await startFleet({ ...testStore, proxy: proxy.url }, 1);
      try {
        fleet.upstream.script(answerWith({ text: 'Yes.', usage: { input: 12, output: 20 } }));
        const free = await fleet.createKey({});
        const limited = await fleet.createKey({ quota: { nanoUsd: 1_000_000_000, reset: 'none' } });
        const [first] = fleet.processes;
        if (first === undefined) throw new Error('No gateway has started.');
        for (const { secret } of [free, limited]) {
          expect((await ask(first.url, secret)).status).toBe(200);
        }

        proxy.set(state);
        await wait(staleMs);
        const calls = fleet.upstream.requests.length;
        expect((await ask(first.url, limited.secret)).status).toBe(503);
        expect(fleet.upstream.requests.length).toBe(calls);
        const answered = [
          await ask(first.url, free.secret),
          await ask(first.url, free.secret, { stream: true }),
        ];
        expect(answered.map(({ complete }) => complete)).toEqual([true, true]);
        await first.end('SIGKILL');

        proxy.set('open');
        await fleet.start();
        await vi.waitFor(
          async () => {
            for (const { requestId } of answered) {
              const entries = await fleet.store.listLedger({ exchangeId: requestId, limit: 10 });
              expect(entries).toHaveLength(1);
            }
          },
          { timeout: 30_000, interval: 100 },
        );
        expect((await fleet.checkLedger()).faults).toEqual([]);
      } finally {
        await fleet.close();
        await proxy.close();
      }
    }
  },
  5 * minuteMs,
);
