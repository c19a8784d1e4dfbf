/** Shares rate limits between gateways in Redis: `@parley/store-redis`. */
export { checkRedisServer } from './redis-client.ts';
export { withRedisRates } from './redis-rates.ts';
export type { RedisRatesOptions } from './shared-rates.ts';
