/** What extensions learn of an exchange when it has ended; made by `exchange-report.ts`. */
import type { DialectId, GatewayError } from '@parley/protocol';
import type { RequestHeaders } from '../../ports.ts';
import type { AttemptCharge, KeyRecord, Outcome } from '../../store/index.ts';

/** One call of one target. Ticks are milliseconds on the monotonic clock. */
export interface AttemptSummary {
  /** The name of the upstream. */
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly model: string;
  readonly startedTick: number;
  /** When the first bytes of the response body arrived. */
  readonly firstByteTick?: number;
  readonly endedTick?: number;
  /** The HTTP status of the upstream; absent when it did not respond. */
  readonly status?: number;
  /** Why there is no complete reply. */
  readonly error?: GatewayError;
}

/** One exchange. Ticks are milliseconds on the monotonic clock. */
export interface ExchangeSummary {
  readonly id: string;
  /** The path of the request, without its query. */
  readonly endpoint: string;
  /** That of the client; absent when it was not authenticated. */
  readonly key: KeyRecord | undefined;
  /** Those of the request: some hold secrets. */
  readonly headers: Pick<RequestHeaders, 'get'>;
  readonly inbound: DialectId;
  /** The resolved call name; absent when it was not resolved. */
  readonly callName: string | undefined;
  readonly stream: boolean;
  /** In the order in which they were made. */
  readonly attempts: readonly AttemptSummary[];
  /** The HTTP status of the response; 499 when the client disconnected first. */
  readonly status: number;
  readonly outcome: Outcome;
  /** Why it has no complete response. */
  readonly error: GatewayError | undefined;
  readonly startedTick: number;
  /** When the first byte of the response was sent; absent when there was none. */
  readonly firstByteTick: number | undefined;
  /** Milliseconds from the start to the end. */
  readonly durationMs: number;
  /** One for each attempt; none for exchanges that are not recorded. */
  readonly charges: readonly AttemptCharge[];
}
