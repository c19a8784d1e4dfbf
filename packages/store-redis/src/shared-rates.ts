/** Counts the rates and slots of keys in Redis, or in this process while Redis is unavailable; used by `withRedisRates`. */
import { spanOf, sumCharges } from '@parley/core/ledger';
import type {
  KeyLimits,
  ReservationExtension,
  ReservationRequest,
  ReserveOutcome,
  Settlement,
  Standing,
} from '@parley/core/store';
import { LocalRates } from './local-rates.ts';
import { isRefusal, type RedisClient } from './redis-client.ts';
import { readAnswer, readStanding } from './script-answers.ts';

export interface RedisRatesOptions {
  /** `redis://host:6379`, or `rediss:` for TLS. */
  readonly url: string;
  /** Called once when Redis becomes unavailable, and once when it is available again. */
  readonly log?: (
    level: 'warn' | 'info',
    message: string,
    fields?: { readonly cause: unknown },
  ) => void;
}

/** How long a gateway counts as running without a heartbeat, in milliseconds. */
const gatewayLifeMs = 60_000;
const gatewayRenewMs = 10_000;

/** How many ends of reservations wait for Redis at most. */
const mostUnsent = 10_000;

type Granted = Extract<ReserveOutcome, { kind: 'granted' }>;

/** The key of a reservation, and the words of the command that ends it. */
interface UnsentEnd {
  readonly keyId: string;
  readonly words: readonly [id: string, usedMs: number, requestMs: number, spent: number];
}

/** How a reservation ends. */
interface Ended {
  /** Of the tokens per minute, in milliseconds of refilling. */
  readonly usedMs: number;
  /** How long one request of the requests per minute takes to refill; 0 where none is given back. */
  readonly requestMs: number;
  /** How many of its requests were used. */
  readonly spent: number;
  readonly settlement?: Settlement;
  /** The key of a reservation that another process may have made. */
  readonly keyId?: string | undefined;
}

interface Slot {
  readonly keyId: string;
  readonly limits: KeyLimits;
}

/** The rates of keys as all gateways count them. Nothing here rejects while Redis is unavailable. */
export class SharedRates {
  readonly #client: RedisClient;
  readonly #log: NonNullable<RedisRatesOptions['log']>;
  readonly #local = new LocalRates();
  /** The slots that this process holds in Redis. */
  readonly #slots = new Map<string, Slot>();
  /** The ends of reservations that Redis may hold and has not confirmed, by their ids. */
  readonly #unsent = new Map<string, UnsentEnd>();
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
    this.#unsent.delete(id);
    const answer = await this.#send(
      () => this.#client.take(keyId, words),
      () => this.#endLater({ keyId, words: [id, 0, spanOf(1, limits.requestsPerMinute), 0] }),
    );
    if (answer === undefined) return this.#local.take(request, this.#gateways);
    const outcome = readAnswer(answer, request);
    if (outcome.kind !== 'granted') return outcome;
    this.#slots.set(id, { keyId, limits });
    this.#reportReturn();
    return outcome;
  }

  /** What both hold. Gives back the rates and slots of requests ahead for which the store holds nothing. */
  async merge(request: ReservationRequest, taken: Granted, granted: Granted): Promise<Granted> {
    const { id, keyId, limits, amounts } = request;
    const { ahead, held } = granted;
    const count = taken.ahead - ahead;
    const tokensMs = spanOf(amounts.rateTokens, limits.tokensPerMinute);
    const slots = Math.min(held.slots, taken.held.slots);
    if (count > 0 && this.#slots.has(id)) {
      const requestMs = spanOf(1, limits.requestsPerMinute);
      const words = [id, 0, count * tokensMs, count, requestMs, taken.held.slots - slots];
      await this.#send(() => this.#client.draw(keyId, words));
    }
    return {
      ...granted,
      held: {
        ...held,
        rateMs: taken.held.rateMs - count * tokensMs,
        requests: limits.requestsPerMinute === undefined ? 0 : 1 + ahead,
        slots,
      },
      standing: taken.standing,
    };
  }

  /** Gives back slots that a reservation no longer needs; it keeps the one of its first request. */
  async giveBackSlots({ id, moreSlots = 0 }: ReservationExtension): Promise<void> {
    const slot = this.#slots.get(id);
    if (slot === undefined || moreSlots === 0) return;
    await this.#send(() => this.#client.draw(slot.keyId, [id, 0, 0, 0, 0, -moreSlots]));
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
    const { record, charges, limits, reservation } = settlement;
    const usedMs = spanOf(sumCharges(charges).tokens, limits.tokensPerMinute);
    const id = reservation?.id ?? record.id;
    const keyId = this.#slots.get(id)?.keyId ?? ratedKeyOf(settlement);
    if (reservation?.isLast === false) {
      if (keyId === undefined) return;
      const words = [id, usedMs, reservation.rateMs, 1, 0, 0];
      await this.#send(() => this.#client.draw(keyId, words));
      return;
    }
    const requestMs = spanOf(1, limits.requestsPerMinute);
    await this.#finish(id, { usedMs, requestMs, spent: 1, settlement, keyId });
  }

  async renew(lifeMs: number): Promise<void> {
    await this.countGateways();
    await Promise.all([...this.#slots].map(([id, slot]) => this.#renewSlot(id, slot, lifeMs)));
  }

  /** What another process has finished is forgotten. */
  async #renewSlot(id: string, slot: Slot, lifeMs: number): Promise<void> {
    const isHeld = await this.#send(() => this.#client.renew(slot.keyId, [id, lifeMs]));
    if (isHeld === false && this.#slots.get(id) === slot) this.#slots.delete(id);
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
    const { usedMs, requestMs, spent, settlement } = ended;
    const keyId = this.#slots.get(id)?.keyId ?? ended.keyId;
    const isLocal = !this.#slots.delete(id) && this.#local.finish(id, settlement);
    if (isLocal || keyId === undefined) return undefined;
    return this.#sendEnd({ keyId, words: [id, usedMs, requestMs, spent] });
  }

  async #sendEnd(end: UnsentEnd): Promise<readonly string[] | undefined> {
    const answer = await this.#send(() => this.#client.finish(end.keyId, end.words));
    if (answer === undefined) this.#endLater(end);
    return answer;
  }

  #endLater(end: UnsentEnd): void {
    if (this.#unsent.size < mostUnsent) this.#unsent.set(end.words[0], end);
  }

  /** Otherwise what has ended during an outage would fill the slots of its key until it expires. */
  #sendUnsent(): void {
    const ends = [...this.#unsent.values()];
    this.#unsent.clear();
    for (const end of ends) void this.#sendEnd(end);
  }

  /**
   * Returns `undefined` when Redis does not reply.
   * @param onUnanswered called when it may have carried out the command all the same
   */
  async #send<Value>(
    command: () => Promise<Value>,
    onUnanswered?: () => void,
  ): Promise<Value | undefined> {
    const { isConnected } = this.#client;
    try {
      const value = await command();
      this.#sendUnsent();
      return value;
    } catch (thrown) {
      if (isConnected && !isRefusal(thrown)) onUnanswered?.();
      this.#reportLoss(thrown);
      return undefined;
    }
  }

  #reportLoss(thrown: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const cause = this.#client.failure ?? thrown;
    this.#log('warn', 'Redis does not answer; rates are shared out.', { cause });
  }

  /** Only what is granted shows this: a server that is full or a replica still answers what writes nothing more. */
  #reportReturn(): void {
    if (this.#isLost) this.#log('info', 'Redis answers again; rates are shared.');
    this.#isLost = false;
  }
}

/** Whether a key has limits that are counted here. */
export function hasRates({ requestsPerMinute, tokensPerMinute, concurrency }: KeyLimits): boolean {
  return [requestsPerMinute, tokensPerMinute, concurrency].some((rate) => rate !== undefined);
}

/** The key whose rates a settlement corrects, whichever process has made its reservation. */
function ratedKeyOf({ record, limits, reservation }: Settlement): string | undefined {
  return reservation !== undefined && hasRates(limits) ? record.keyId : undefined;
}
