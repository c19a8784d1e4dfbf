/** Adds rate limits in Redis to a store; used by hosts with several gateways. */
import { decodeSettlement, type KeyLimits, type Store } from '@parley/core/store';
import { createRedisClient } from './redis-client.ts';
import { hasRates, SharedRates, type RedisRatesOptions } from './shared-rates.ts';

/**
 * Keeps requests and tokens per minute and the concurrency slots of keys in Redis, where many gateways share
 * them; money and token quotas stay in the store. While Redis is unavailable, each gateway grants its own
 * share of the rates: they protect fairness, not money.
 */
export async function withRedisRates(store: Store, options: RedisRatesOptions): Promise<Store> {
  const rates = new SharedRates(await createRedisClient(options.url), options.log);
  await rates.countGateways();
  return {
    ...store,
    async reserve(request) {
      const { rest, isRated } = splitLimits(request.limits);
      if (!isRated) return store.reserve(request);
      const taken = await rates.take(request);
      if (taken.kind !== 'granted') return taken;
      const outcome = await store
        .reserve({ ...request, limits: rest, ahead: taken.ahead })
        .catch(async (error: unknown) => {
          await rates.releaseRates(request);
          throw error;
        });
      if (outcome.kind === 'held') {
        await rates.releaseRates(request);
        return outcome;
      }
      if (outcome.kind === 'granted') return rates.merge(request, taken, outcome);
      return { ...outcome, standing: (await rates.releaseRates(request)) ?? taken.standing };
    },
    async settle(settlement) {
      await store.settle(settlement);
      await rates.settle(settlement);
    },
    async settleBatch(batch) {
      const failed = await store.settleBatch(batch);
      const failures = new Set(failed.map(({ index }) => index));
      const settled = batch.filter((_, index) => !failures.has(index));
      await Promise.all(settled.map((text) => rates.settle(decodeSettlement(text))));
      return failed;
    },
    async release(id, limits) {
      await store.release(id, limits);
      await rates.release(id, limits);
    },
    async extendReservation(extension) {
      const isExtended = await store.extendReservation(extension);
      if (isExtended) await rates.giveBackSlots(extension);
      return isExtended;
    },
    async renewReservations(owner, lifeMs) {
      await store.renewReservations(owner, lifeMs);
      await rates.renew(lifeMs);
    },
    async close() {
      await store.close();
      rates.close();
    },
  };
}

/** The store still counts the slots of requests ahead, where Redis limits them. */
function splitLimits(limits: KeyLimits): { readonly rest: KeyLimits; readonly isRated: boolean } {
  const { requestsPerMinute: _, tokensPerMinute: __, concurrency, ...rest } = limits;
  const counted = concurrency === undefined ? {} : { concurrency: Number.MAX_SAFE_INTEGER };
  return { rest: { ...rest, ...counted }, isRated: hasRates(limits) };
}
