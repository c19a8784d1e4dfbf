// Provides PostgreSQL and Redis to the test projects that need them: the first project starts them, the
// others use them.
import { startServices } from './services.mjs';

/** @type {import('./services.mjs').Service[]} */
const started = [];

export async function setup() {
  const { postgres, redis } = await startServices();
  if (postgres) process.env['PARLEY_TEST_POSTGRES_URL'] = postgres.url;
  if (redis) process.env['PARLEY_TEST_REDIS_URL'] = redis.url;
  started.push(...[postgres, redis].filter((service) => service !== undefined));
}

export async function teardown() {
  await Promise.all(started.splice(0).map((service) => service.stop()));
}
