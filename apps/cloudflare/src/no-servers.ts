/** Stands in the bundle where the drivers of PostgreSQL and Redis would, which need Node's sockets. */
import { ConfigurationError } from '@parley/core';

/** @throws ConfigurationError always */
export async function createPostgresStore(): Promise<never> {
  throw refusal('PARLEY_DATABASE_URL', 'PostgreSQL');
}

/** @throws ConfigurationError always */
export async function withRedisRates(): Promise<never> {
  throw refusal('PARLEY_REDIS_URL', 'Redis');
}

function refusal(variable: string, server: string): ConfigurationError {
  const message = `${server} is not offered on Cloudflare: the data are in a Durable Object. Remove it.`;
  return new ConfigurationError([{ path: [variable], message }]);
}
