import { createServerProxy } from '@parley/store-suite';
import { answerWith } from '@parley/testkit';
import { expect, it } from 'vitest';
import { ask } from './calls.ts';
import { startFleet } from './fleet.ts';
import { findTestStores } from './test-stores.ts';

const minuteMs = 60_000;
const rounds = 6;
const atOnce = 32;

it.skipIf(process.env['PARLEY_TEST_POSTGRES_URL'] === undefined)(
  'a gateway waits for a database that is 50 ms away less than once per call',
  async () => {
    for await (const testStore of findTestStores('postgres')) {
      const proxy = await createServerProxy(testStore.postgres ?? '');
      const fleet = await startFleet({ ...testStore, proxy: proxy.url }, 1);
      try {
        fleet.upstream.script(answerWith({ text: 'Yes.', usage: { input: 12, output: 20 } }));
        const [gateway] = fleet.processes;
        if (gateway === undefined) throw new Error('No gateway has started.');
        const quota = { nanoUsd: 1_000_000_000_000, reset: 'none' } as const;
        const keys = {
          free: await fleet.createKey({}),
          limited: await fleet.createKey({ quota, requestsPerMinute: 1_000_000 }),
        };
        proxy.delay(50);
        const call = async (secret: string): Promise<void> => {
          expect((await ask(gateway.url, secret)).status).toBe(200);
        };
        const measure = async (secret: string): Promise<number> => {
          await call(secret);
          const before = proxy.countRoundTrips();
          for (let round = 0; round < rounds; round += 1) {
            await Promise.all(Array.from({ length: atOnce }, () => call(secret)));
          }
          return (proxy.countRoundTrips() - before) / (rounds * atOnce);
        };
        expect(await measure(keys.free.secret)).toBeLessThan(0.5);
        expect(await measure(keys.limited.secret)).toBeLessThan(1);
        expect((await fleet.checkLedger()).faults).toEqual([]);
      } finally {
        await fleet.close();
        await proxy.close();
      }
    }
  },
  minuteMs,
);
