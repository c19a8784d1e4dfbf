// Lends the tests real servers and a browser. A run of a few named files that need none does not wait for them.
import { findBrowser, startServices } from './services.mjs';

const rooms = /postgres|redis|money|migrate|store/;

export default async function setup() {
  const filters = process.argv.slice(2).filter((word) => !word.startsWith('-') && word !== 'run');
  const needs = (/** @type {RegExp} */ part) =>
    filters.length === 0 || filters.some((filter) => part.test(filter));
  if (needs(/console/)) process.env['PARLEY_TEST_CHROMIUM'] = findBrowser() ?? '';
  if (!needs(rooms)) return undefined;
  const { postgres, redis } = await startServices();
  if (postgres) process.env['PARLEY_TEST_POSTGRES_URL'] = postgres.url;
  if (redis) process.env['PARLEY_TEST_REDIS_URL'] = redis.url;
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}
