/** Adds rate limits in Redis to a store; used by hosts with several gateways. */
import {
  decodeSettlement,
  type KeyLimits,
  type LimitName,
  type RateStanding,
  type ReserveOutcome,
  type ReservationRequest,
  type Settlement,
  type Standing,
  type Store,
} from '@parley/core/store';
import { LocalRates } from './local-rates.ts';
import { createRedisClient, type RedisClient } from './redis-client.ts';

export interface RedisRatesOptions {
  /** `redis://host:6379`, or `rediss:` for TLS. */
  readonly url: string;
  /** Called once when Redis becomes unavailable, and once when it is available again. */
  readonly log?: (level: 'warn' | 'info', message: string) => void;
}

const minuteMs = 60_000;
/** How long a gateway counts as running without a heartbeat, in milliseconds. */
const gatewayLifeMs = 60_000;
const gatewayRenewMs = 10_000;

/**
 * Keeps requests and tokens per minute and the concurrency slots of keys in Redis, where many gateways share
 * them; money and token quotas stay in the store. While Redis is unavailable, each gateway grants its own
 * share of the rates: they protect fairness, not money.
 */
export async function withRedisRates(store: Store, options: RedisRatesOptions): Promise<Store> {
  const rates = new RedisRates(await createRedisClient(options.url), options.log);
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

type Granted = Extract<ReserveOutcome, { kind: 'granted' }>;

/** How a reservation ends. */
interface Ended {
  /** Of the tokens per minute, in milliseconds of refilling. */
  readonly usedMs: number;
  /** How long one request of the requests per minute takes to refill; 0 where none is given back. */
  readonly requestMs: number;
  /** How many of its requests were used. */
  readonly spent: number;
  readonly settlement?: Settlement;
}

interface Slot {
  readonly keyId: string;
  readonly limits: KeyLimits;
}

class RedisRates {
  readonly #client: RedisClient;
  readonly #log: NonNullable<RedisRatesOptions['log']>;
  readonly #local = new LocalRates();
  /** The slots that this process holds in Redis. */
  readonly #slots = new Map<string, Slot>();
  readonly #name = crypto.randomUUID();
  #gateways = 1;
  #countedAt = 0;
  #isLost = false;

  constructor(client: RedisClient, log: RedisRatesOptions['log']) {
    this.#client = client;
    this.#log = log ?? (() => undefined);
  }

  async take(request: ReservationRequest): Promise<ReserveOutcome> {
    const { id, keyId, limits, amounts, lifeMs, ahead = 0 } = request;
    const { requestsPerMinute = 0, tokensPerMinute = 0, concurrency = 0 } = limits;
    void this.#countIfDue();
    const rates = [requestsPerMinute, tokensPerMinute, concurrency];
    const words = [id, ...rates, amounts.rateTokens, lifeMs, ahead];
    const answer = await this.#send(() => this.#client.take(keyId, words));
    if (answer === undefined) return this.#local.take(request, this.#gateways);
    const outcome = readAnswer(answer, request);
    if (outcome.kind === 'granted') this.#slots.set(id, { keyId, limits });
    return outcome;
  }

  /** What both hold. Gives back the rates of requests ahead for which the store holds nothing. */
  async merge(request: ReservationRequest, taken: Granted, granted: Granted): Promise<Granted> {
    const { id, keyId, limits, amounts } = request;
    const { ahead, held } = granted;
    const count = taken.ahead - ahead;
    const tokensMs = spanOf(amounts.rateTokens, limits.tokensPerMinute);
    if (count > 0 && this.#slots.has(id)) {
      const requestMs = spanOf(1, limits.requestsPerMinute);
      const words = [id, 0, count * tokensMs, count, requestMs];
      await this.#send(() => this.#client.draw(keyId, words));
    }
    return {
      ...granted,
      held: {
        ...held,
        rateMs: taken.held.rateMs - count * tokensMs,
        requests: limits.requestsPerMinute === undefined ? 0 : 1 + ahead,
        slots: Math.min(held.slots, taken.held.slots),
      },
      standing: taken.standing,
    };
  }

  /** Undoes a reservation, and returns how much of the rates is left after that. */
  async releaseRates({ id, limits }: ReservationRequest): Promise<Standing | undefined> {
    const requestMs = spanOf(1, limits.requestsPerMinute);
    const answer = await this.#finish(id, { usedMs: 0, requestMs, spent: 0 });
    return answer && readStanding(limits, answer.map(Number));
  }

  async release(id: string, limits: KeyLimits = {}): Promise<void> {
    const requestMs = spanOf(1, limits.requestsPerMinute);
    await this.#finish(id, { usedMs: 0, requestMs, spent: 0 });
  }

  async settle(settlement: Settlement): Promise<void> {
    const { record, limits, reservation } = settlement;
    const usedMs = spanOf(countTokens(settlement), limits.tokensPerMinute);
    if (reservation?.isLast === false) {
      const slot = this.#slots.get(reservation.id);
      if (slot === undefined) return;
      const words = [reservation.id, usedMs, reservation.rateMs, 1, 0];
      await this.#send(() => this.#client.draw(slot.keyId, words));
      return;
    }
    const requestMs = spanOf(1, limits.requestsPerMinute);
    const id = reservation?.id ?? record.id;
    await this.#finish(id, { usedMs, requestMs, spent: 1, settlement });
  }

  async renew(lifeMs: number): Promise<void> {
    await this.countGateways();
    await Promise.all(
      [...this.#slots].map(([exchangeId, { keyId }]) =>
        this.#send(() => this.#client.renew(keyId, [exchangeId, lifeMs])),
      ),
    );
  }

  async countGateways(): Promise<void> {
    this.#countedAt = performance.now();
    const count = await this.#send(() => this.#client.countGateways(this.#name, gatewayLifeMs));
    if (count !== undefined) this.#gateways = Math.max(1, count);
  }

  close(): void {
    this.#client.close();
  }

  async #countIfDue(): Promise<void> {
    if (performance.now() - this.#countedAt > gatewayRenewMs) await this.countGateways();
  }

  async #finish(id: string, ended: Ended): Promise<readonly string[] | undefined> {
    const slot = this.#slots.get(id);
    this.#slots.delete(id);
    if (slot === undefined) {
      this.#local.finish(id, ended.settlement);
      return undefined;
    }
    const { usedMs, requestMs, spent } = ended;
    return this.#send(() => this.#client.finish(slot.keyId, [id, usedMs, requestMs, spent]));
  }

  /** Returns `undefined` when Redis does not reply. */
  async #send<Value>(question: () => Promise<Value>): Promise<Value | undefined> {
    try {
      const value = await question();
      if (this.#isLost) this.#log('info', 'Redis answers again; rates are shared.');
      this.#isLost = false;
      return value;
    } catch {
      if (!this.#isLost) this.#log('warn', 'Redis does not answer; rates are shared out.');
      this.#isLost = true;
      return undefined;
    }
  }
}

const limitNames: readonly (LimitName | undefined)[] = [
  undefined,
  'requests_per_minute',
  'tokens_per_minute',
  'concurrency',
];

function readAnswer(
  answer: readonly string[],
  { limits, amounts }: ReservationRequest,
): ReserveOutcome {
  const [limit = 0, retryAt = 0, ...times] = answer.map(Number);
  const standing = readStanding(limits, times);
  const name = limitNames[limit];
  if (name === undefined) {
    const [, , , ahead = 0, slots = 0] = times;
    const { nanoUsd, tokens, rateTokens } = amounts;
    const held = {
      ...{ nanoUsd: 0, tokens: 0, slots: 1 + slots },
      rateMs: (1 + ahead) * spanOf(rateTokens, limits.tokensPerMinute),
      requests: limits.requestsPerMinute === undefined ? 0 : 1 + ahead,
    };
    return { kind: 'granted', nanoUsd, tokens, held, ahead, standing };
  }
  const known = retryAt > 0 && { retryAt: Math.ceil(retryAt) };
  return { kind: 'refused', limit: name, standing, ...known };
}

function readStanding(limits: KeyLimits, times: readonly number[]): Standing {
  const [requestsAt = 0, tokensAt = 0, now = 0] = times;
  const { requestsPerMinute, tokensPerMinute } = limits;
  return {
    ...(requestsPerMinute !== undefined && {
      requests: describe(requestsPerMinute, requestsAt, now),
    }),
    ...(tokensPerMinute !== undefined && { tokens: describe(tokensPerMinute, tokensAt, now) }),
  };
}

function describe(limit: number, wholeAt: number, now: number): RateStanding {
  // Tolerates a millisecond, as does the code that takes from the rate.
  const left = minuteMs - Math.max(0, wholeAt - now) + 1;
  const remaining = Math.floor((left * limit) / minuteMs);
  return {
    limit,
    remaining: Math.min(Math.max(remaining, 0), limit),
    wholeAt: Math.ceil(Math.max(wholeAt, now)),
  };
}

/** The store still counts the slots of requests ahead, where Redis limits them. */
function splitLimits(limits: KeyLimits): { readonly rest: KeyLimits; readonly isRated: boolean } {
  const { requestsPerMinute, tokensPerMinute, concurrency, ...rest } = limits;
  const rates = [requestsPerMinute, tokensPerMinute, concurrency];
  const counted = concurrency === undefined ? {} : { concurrency: Number.MAX_SAFE_INTEGER };
  return { rest: { ...rest, ...counted }, isRated: rates.some((rate) => rate !== undefined) };
}

/** How long a count takes to refill, in milliseconds; 0 where it is not limited. */
function spanOf(count: number, perMinute: number | undefined): number {
  return perMinute === undefined ? 0 : (count * minuteMs) / perMinute;
}

function countTokens({ charges }: Settlement): number {
  return charges.reduce((sum, { usage }) => {
    if (usage === undefined) return sum;
    const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning } = usage;
    return sum + input + cacheRead + cacheWrite5m + cacheWrite1h + output + reasoning;
  }, 0);
}
