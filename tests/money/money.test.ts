import { describe, expect, it } from 'vitest';
import { killUnderLoad } from './kills.ts';
import { overdraw } from './overdraw.ts';
import { findTestStores } from './test-stores.ts';

const size = { processes: 2, calls: 120, payable: 70 };
const minuteMs = 60_000;
/** How often a gateway is killed on each store. */
const kills = { sqlite: 20, postgres: 20, redis: 2 };

// At full size, on every store: `pnpm --filter @parley/tests money`.
describe.each(['sqlite', 'postgres', 'redis'] as const)('money on %s', (name) => {
  const { PARLEY_TEST_POSTGRES_URL: postgres, PARLEY_TEST_REDIS_URL: redis } = process.env;
  const isHere = { sqlite: true, postgres: postgres !== undefined, redis: redis !== undefined };

  it.skipIf(!isHere[name])(
    'is never overdrawn by parallel calls over several processes',
    async () => {
      for await (const testStore of findTestStores(name)) {
        const result = await overdraw(testStore, size);
        expect(result).toMatchObject({ overdrawn: 0, stuck: 0, faults: 0 });
        expect(result.payableRefused).toBeLessThanOrEqual(2);
        expect(result.answered + result.refused).toBe(size.calls);
      }
    },
    5 * minuteMs,
  );

  it.skipIf(!isHere[name])(
    'is in the ledger once for every answer whose end was seen, whoever is killed meanwhile',
    async () => {
      for await (const testStore of findTestStores(name)) {
        const result = await killUnderLoad(testStore, {
          kills: kills[name],
          waitsForFreedom: false,
        });
        expect(result).toMatchObject({ lost: 0, doubled: 0, mischarged: 0, faults: 0 });
        expect(result.finished).toBeGreaterThan(0);
      }
    },
    15 * minuteMs,
  );
});
