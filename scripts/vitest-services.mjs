// Lends the tests real servers. A run of a few named files that need none does not wait for them.
import { startServices } from './services.mjs';

const rooms = /postgres|redis|money|migrate|store/;

export default async function setup() {
  const filters = process.argv.slice(2).filter((word) => !word.startsWith('-') && word !== 'run');
  if (filters.length > 0 && !filters.some((filter) => rooms.test(filter))) return undefined;
  const { postgres, redis } = await startServices();
  if (postgres) process.env['PARLEY_TEST_POSTGRES_URL'] = postgres.url;
  if (redis) process.env['PARLEY_TEST_REDIS_URL'] = redis.url;
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}
