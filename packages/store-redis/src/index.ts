export { withRedisRates } from './redis-rates.ts';
export type { RedisRatesOptions } from './redis-rates.ts';
