/** Sends spans to a collector, many at once and away from any request; used by `traces.ts`. */
import {
  readDestination,
  UpstreamConnectionError,
  type ExtensionContext,
} from '@parley/core/extension';
import type { Attributes, Span } from './exchange-spans.ts';
import { encodeSpans } from './otlp.ts';

/** More spans are dropped until the collector takes some. This and the next are the defaults of OpenTelemetry's exporters. */
const maxWaiting = 2_048;
const batchSize = 512;
/** Milliseconds until the collector must have answered. */
const answerMs = 5_000;
/** Milliseconds of the first pause after a failure, and of the longest; each is twice as long as the one before. */
const pauseMs = { first: 1_000, longest: 60_000 } as const;
/** The answers after which the protocol lets a sender try again. */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How the collector took a batch. */
type Outcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' | 'later'; readonly reason: string; readonly waitMs?: number };

/** Collects spans, and sends them in batches. */
export class SpanExporter {
  readonly #gateway: ExtensionContext;
  readonly #resource: Attributes;
  readonly #waiting: Span[] = [];
  #dropped = 0;
  /** How often in a row the collector could not take a batch, and until when it is left alone. */
  #failures = 0;
  #resumeTick = 0;
  #running: Promise<void> | undefined;

  constructor(gateway: ExtensionContext, resource: Attributes) {
    this.#gateway = gateway;
    this.#resource = resource;
  }

  /** A full batch is sent at once. */
  add(spans: readonly Span[]): void {
    const taken = spans.slice(0, Math.max(0, maxWaiting - this.#waiting.length));
    this.#waiting.push(...taken);
    this.#dropped += spans.length - taken.length;
    if (this.#waiting.length >= batchSize) void this.#sendAll();
  }

  /** Sends what waits, unless the collector is to be left alone for now. Never rejects. */
  async flush(): Promise<void> {
    await this.#sendAll();
    this.#logLost('Traces were dropped: too many wait.', this.#dropped);
    this.#dropped = 0;
  }

  /** Sends what waits for the last time; what the collector does not take is lost. Never rejects. */
  async close(): Promise<void> {
    this.#resumeTick = 0;
    await this.flush();
    this.#logLost('Traces are lost: the gateway ends.', this.#waiting.splice(0).length);
  }

  /** One batch after the other, by one caller at a time. */
  #sendAll(): Promise<void> {
    this.#running ??= this.#sendBatches().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sendBatches(): Promise<void> {
    const { clock } = this.#gateway;
    while (this.#waiting.length > 0 && clock.monotonic() >= this.#resumeTick) {
      const batch = this.#waiting.slice(0, batchSize);
      const outcome = await send(this.#gateway, batch, this.#resource);
      if (outcome.kind === 'later') {
        this.#pause(outcome);
      } else {
        this.#waiting.splice(0, batch.length);
        this.#failures = 0;
        if (outcome.kind === 'refused') {
          this.#logLost('The collector refuses traces.', batch.length, outcome.reason);
        }
      }
    }
  }

  #pause({ reason, waitMs }: Extract<Outcome, { readonly reason: string }>): void {
    const usual = pauseMs.first * 2 ** this.#failures;
    const retryMs = Math.min(waitMs ?? usual, pauseMs.longest);
    this.#failures += 1;
    this.#resumeTick = this.#gateway.clock.monotonic() + retryMs;
    this.#gateway.log('warn', 'Traces could not be sent; they are kept for now.', {
      reason,
      waiting_spans: this.#waiting.length,
      retry_ms: retryMs,
    });
  }

  #logLost(message: string, spans: number, reason?: string): void {
    if (spans > 0) this.#gateway.log('warn', message, { lost_spans: spans, reason });
  }
}

async function send(
  gateway: ExtensionContext,
  spans: readonly Span[],
  resource: Attributes,
): Promise<Outcome> {
  const { traces } = gateway.snapshot();
  if (traces === undefined) return { kind: 'refused', reason: 'traces are turned off' };
  const { endpoint, headers, service_name: name } = traces;
  const { url, authorization } = readDestination(endpoint);
  try {
    const answer = await gateway.transport.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
      body: encodeSpans(spans, { 'service.name': name, ...resource }),
      signal: AbortSignal.timeout(answerMs),
    });
    answer.body.cancel();
    return readOutcome(answer.status, answer.headers.get('retry-after'));
  } catch (error) {
    const isBroken = error instanceof UpstreamConnectionError;
    return { kind: 'later', reason: isBroken ? 'the connection failed' : 'no answer in time' };
  }
}

function readOutcome(status: number, retryAfter: string | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  const reason = `status ${status}`;
  if (!retryable.has(status)) return { kind: 'refused', reason };
  const seconds = Number(retryAfter ?? Number.NaN);
  return { kind: 'later', reason, ...(seconds > 0 && { waitMs: seconds * 1_000 }) };
}
