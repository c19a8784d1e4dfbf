/** Replaces the drivers of PostgreSQL and Redis in the bundle, because they need Node's sockets. */
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
  const message = `${server} is not supported on Cloudflare, where a Durable Object is the store. Remove the variable.`;
  return new ConfigurationError([{ path: [variable], message }]);
}
