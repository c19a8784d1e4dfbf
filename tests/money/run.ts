/*
 * Runs the two accounting tests at full size:
 *   node --conditions=parley-source tests/money/run.ts [sqlite|postgres|redis|all]
 * PARLEY_TEST_POSTGRES_URL and PARLEY_TEST_REDIS_URL name PostgreSQL and Redis; the Redis database must be
 * empty and is not cleared afterwards.
 */
import { killUnderLoad } from './kills.ts';
import { overdraw } from './overdraw.ts';
import { findTestStores } from './test-stores.ts';

const [wanted = 'all'] = process.argv.slice(2);
let stores = 0;
for await (const testStore of findTestStores(wanted)) {
  stores += 1;
  const size = { processes: 4, calls: 800, payable: 500 };
  const results = {
    overdraw: await overdraw(testStore, size),
    kills: await killUnderLoad(testStore, {
      ...{ processes: 4, kills: 20, waitsForFreedom: true },
    }),
  };
  process.stdout.write(`${JSON.stringify({ testStore: testStore.name, ...results })}\n`);
}
if (stores === 0) {
  process.stderr.write(`No store "${wanted}": is its address in the environment?\n`);
  process.exitCode = 1;
}
