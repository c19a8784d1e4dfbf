/*
 * The two proofs that money adds up, in full size:
 *   node --conditions=parley-source tests/money/run.ts [sqlite|postgres|redis|all]
 * PostgreSQL and Redis are those of PARLEY_TEST_POSTGRES_URL and PARLEY_TEST_REDIS_URL; the database
 * must be empty and is left full.
 */
import { killUnderLoad } from './kills.ts';
import { overdraw } from './overdraw.ts';
import { findPlaces } from './places.ts';

const [wanted = 'all'] = process.argv.slice(2);
for await (const place of findPlaces(wanted)) {
  const size = { processes: 4, calls: 800, payable: 500 };
  const results = {
    overdraw: await overdraw(place, size),
    kills: await killUnderLoad(place, { kills: 20, waitsForFreedom: true }),
  };
  process.stdout.write(`${JSON.stringify({ place: place.name, ...results })}\n`);
}
