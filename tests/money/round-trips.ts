/*
 * Measures how often a gateway waits for a PostgreSQL that is 50 ms away, in round trips per call, those of its
 * reads in the background included:
 *   PARLEY_TEST_POSTGRES_URL=… node --conditions=parley-source tests/money/round-trips.ts
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createServerProxy } from '@parley/store-suite';
import { answerWith } from '@parley/testkit';
import { ask } from './calls.ts';
import { startFleet } from './fleet.ts';
import { findTestStores } from './test-stores.ts';

const roundTripMs = 50;
/** How long the settlements of the last calls may take, in milliseconds. */
const restMs = 300;

for await (const testStore of findTestStores('postgres')) {
  const proxy = await createServerProxy(testStore.postgres ?? '');
  const fleet = await startFleet({ ...testStore, proxy: proxy.url }, 1);
  fleet.upstream.script(answerWith({ text: 'Yes.', usage: { input: 12, output: 20 } }));
  const quota = { nanoUsd: 1_000_000_000_000, reset: 'none' } as const;
  const keys = {
    unlimited: await fleet.createKey({}),
    limited: await fleet.createKey({ quota, requestsPerMinute: 1_000_000 }),
  };
  const url = fleet.processes[0]?.url ?? '';
  const measure = async (secret: string, calls: number, atOnce: number) => {
    const before = proxy.countRoundTrips();
    const start = performance.now();
    for (let done = 0; done < calls; done += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => ask(url, secret)));
    }
    const msPerCall = Math.round(((performance.now() - start) * atOnce) / calls);
    await wait(restMs);
    return { roundTrips: (proxy.countRoundTrips() - before) / calls, msPerCall };
  };
  proxy.delay(roundTripMs);
  for (const [name, { secret }] of Object.entries(keys)) {
    const measured = {
      first: await measure(secret, 1, 1),
      second: await measure(secret, 1, 1),
      alone: await measure(secret, 10, 1),
      together: await measure(secret, 640, 32),
    };
    process.stdout.write(`${name} ${JSON.stringify(measured)}\n`);
  }
  await fleet.close();
  await proxy.close();
}
