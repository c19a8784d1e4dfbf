/** The attempts of one exchange while they run; filled by `attempt`, read by headers and the record. */
import type { DialectId, GatewayError, Note } from '@parley/protocol';
import type { FoundPrice } from '../../models/pricing/price.ts';
import type { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import type { Clock } from '../../ports.ts';

/** What is known about an attempt when it begins. */
export interface AttemptStart {
  /** The name of the upstream. */
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly model: string;
  /** The dialect in which the upstream is called. */
  readonly outbound: DialectId;
  /** The price at the start of the exchange. */
  readonly price: FoundPrice;
  /** What the translation of the request changed. */
  readonly notes: readonly Note[];
}

/** One call of one target. Ticks are milliseconds on the monotonic clock. */
export interface Attempt extends AttemptStart {
  readonly startedTick: number;
  /** The HTTP status of the upstream; absent when it did not respond. */
  status?: number;
  /** When the first bytes of the response body arrived. */
  firstByteTick?: number;
  endedTick?: number;
  /** True once the upstream has the whole request. */
  isSent?: boolean;
  /** Why there is no complete reply. */
  error?: GatewayError;
  /** Measures the usage of the attempt; absent while there is nothing to charge. */
  meter?: ReplyMeter;
}

/** All attempts of one exchange, in the order in which they were made. */
export class AttemptLog {
  readonly #clock: Clock;
  readonly #all: Attempt[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get all(): readonly Attempt[] {
    return this.#all;
  }

  /** The latest attempt. */
  get last(): Attempt | undefined {
    return this.#all.at(-1);
  }

  /** Adds an attempt that begins now. */
  begin({ upstream, model, outbound, price, notes }: AttemptStart): Attempt {
    const attempt: Attempt = {
      upstream,
      model,
      outbound,
      price,
      notes,
      startedTick: this.#clock.monotonic(),
      status: undefined,
      firstByteTick: undefined,
      endedTick: undefined,
      isSent: undefined,
      error: undefined,
      meter: undefined,
    };
    this.#all.push(attempt);
    return attempt;
  }
}
