/** The attempts of one exchange while they run; filled by `attempt`, read by headers and the record. */
import type { DialectId, GatewayError, Note } from '@parley/protocol';
import type { FoundPrice } from '../../models/pricing/price-book.ts';
import type { AnswerMeter } from '../../billing/quota/answer-meter.ts';
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
  meter?: AnswerMeter;
}

/** All attempts of one exchange, in the order in which they were made. */
export interface AttemptLog {
  readonly all: readonly Attempt[];
  /** The latest attempt. */
  readonly last: Attempt | undefined;
  /** Adds an attempt that begins now. */
  begin(start: AttemptStart): Attempt;
}

export function createAttemptLog(clock: Clock): AttemptLog {
  const all: Attempt[] = [];
  return {
    all,
    get last() {
      return all.at(-1);
    },
    begin(start) {
      const attempt: Attempt = { ...start, startedTick: clock.monotonic() };
      all.push(attempt);
      return attempt;
    },
  };
}
