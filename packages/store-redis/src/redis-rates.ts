/** Adds rate limits in Redis to a store; used by hosts with several gateways. */
import type {
  Held,
  KeyLimits,
  LimitName,
  RateStanding,
  ReserveOutcome,
  ReservationRequest,
  Settlement,
  Standing,
  Store,
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
        // Redis counts each request of its own; none is taken ahead.
        .reserve({ ...request, limits: rest, ahead: 0 })
        .catch(async (error: unknown) => {
          await rates.releaseRates(request);
          throw error;
        });
      if (outcome.kind === 'held') {
        await rates.releaseRates(request);
        return outcome;
      }
      if (outcome.kind === 'granted') return { ...outcome, standing: taken.standing };
      return { ...outcome, standing: (await rates.releaseRates(request)) ?? taken.standing };
    },
    async settle(settlement) {
      await store.settle(settlement);
      await rates.settle(settlement);
    },
    async release(id, limits) {
      await store.release(id, limits);
      await rates.release(id);
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
    const { id, keyId, limits, amounts, lifeMs } = request;
    const { requestsPerMinute = 0, tokensPerMinute = 0, concurrency = 0 } = limits;
    void this.#countIfDue();
    const words = [id, requestsPerMinute, tokensPerMinute, concurrency, amounts.rateTokens, lifeMs];
    const answer = await this.#send(() => this.#client.take(keyId, words));
    if (answer === undefined) return this.#local.take(request, this.#gateways);
    const outcome = readAnswer(answer, request);
    if (outcome.kind === 'granted') this.#slots.set(id, { keyId, limits });
    return outcome;
  }

  /** Undoes a reservation, and returns how much of the rates is left after that. */
  async releaseRates({ id, limits }: ReservationRequest): Promise<Standing | undefined> {
    const { requestsPerMinute } = limits;
    const request = requestsPerMinute === undefined ? 0 : minuteMs / requestsPerMinute;
    const answer = await this.#finish(id, { usedMs: 0, request });
    return answer && readStanding(limits, answer.map(Number));
  }

  async release(id: string): Promise<void> {
    await this.#finish(id, { usedMs: 0, request: 0 });
  }

  async settle(settlement: Settlement): Promise<void> {
    const { record, limits, reservation } = settlement;
    const { tokensPerMinute } = limits;
    const tokens = countTokens(settlement);
    const usedMs = tokensPerMinute === undefined ? 0 : (tokens * minuteMs) / tokensPerMinute;
    await this.#finish(reservation?.id ?? record.id, { usedMs, request: 0, settlement });
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

  async #finish(
    exchangeId: string,
    {
      usedMs,
      request,
      settlement,
    }: { readonly usedMs: number; readonly request: number; readonly settlement?: Settlement },
  ): Promise<readonly string[] | undefined> {
    const slot = this.#slots.get(exchangeId);
    this.#slots.delete(exchangeId);
    if (slot === undefined) {
      this.#local.finish(exchangeId, settlement);
      return undefined;
    }
    return this.#send(() => this.#client.finish(slot.keyId, [exchangeId, usedMs, request]));
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

/** What Redis grants is held in Redis. */
const heldElsewhere: Held = { nanoUsd: 0, tokens: 0, rateMs: 0, requests: 0, slots: 0 };

function readAnswer(
  answer: readonly string[],
  { limits, amounts }: ReservationRequest,
): ReserveOutcome {
  const [limit = 0, retryAt = 0, ...times] = answer.map(Number);
  const standing = readStanding(limits, times);
  const name = limitNames[limit];
  if (name === undefined) {
    const { nanoUsd, tokens } = amounts;
    return { kind: 'granted', nanoUsd, tokens, held: heldElsewhere, ahead: 0, standing };
  }
  return {
    kind: 'refused',
    limit: name,
    standing,
    ...(retryAt > 0 && { retryAt: Math.ceil(retryAt) }),
  };
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

function splitLimits(limits: KeyLimits): { readonly rest: KeyLimits; readonly isRated: boolean } {
  const { requestsPerMinute, tokensPerMinute, concurrency, ...rest } = limits;
  const rates = [requestsPerMinute, tokensPerMinute, concurrency];
  return { rest, isRated: rates.some((rate) => rate !== undefined) };
}

function countTokens({ charges }: Settlement): number {
  return charges.reduce((sum, { usage }) => {
    if (usage === undefined) return sum;
    const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning } = usage;
    return sum + input + cacheRead + cacheWrite5m + cacheWrite1h + output + reasoning;
  }, 0);
}
