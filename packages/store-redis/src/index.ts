/** Shares rate limits between gateways in Redis: `@parley/store-redis`. */
export { withRedisRates } from './redis-rates.ts';
export type { RedisRatesOptions } from './redis-rates.ts';
