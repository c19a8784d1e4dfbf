/** The phases of an exchange in order, as spans of time. */
import type { Attempt, Exchange } from '../../api/records.ts';

/** A span of time, in milliseconds since the start of the exchange. */
export interface Span {
  readonly kind: 'keyKnown' | 'quotaHeld' | 'attempt' | 'finished';
  readonly startMs: number;
  readonly endMs: number;
  readonly attempt?: Attempt;
}

type Traced = Pick<
  Exchange,
  'authenticated_ms' | 'admitted_ms' | 'attempt_records' | 'duration_ms'
>;

export function traceOf(exchange: Traced): readonly Span[] {
  const { authenticated_ms: known, admitted_ms: held, attempt_records: attempts } = exchange;
  const spans: Span[] = [];
  if (known !== null) spans.push({ kind: 'keyKnown', startMs: 0, endMs: known });
  if (held !== null) spans.push({ kind: 'quotaHeld', startMs: known ?? 0, endMs: held });
  for (const attempt of attempts) {
    const { started_ms: startMs, ended_ms: endMs } = attempt;
    spans.push({ kind: 'attempt', startMs, endMs, attempt });
  }
  const lastMs = Math.max(0, ...spans.map(({ endMs }) => endMs));
  if (exchange.duration_ms > lastMs || spans.length === 0) {
    spans.push({ kind: 'finished', startMs: lastMs, endMs: exchange.duration_ms });
  }
  return spans;
}

/** The position of a time between the first start and the last end, in percent from 0 to 100. */
export function placeOf(momentMs: number, wholeMs: number): number {
  if (wholeMs <= 0) return 0;
  return Math.min(100, Math.max(0, (momentMs / wholeMs) * 100));
}

/** A shorter response does not measure the speed of a model. */
const shortestMs = 100;

/** Output tokens per second; null when unknown. */
export function speedOf({
  tokens,
  stream,
  first_byte_ms: firstByteMs,
  duration_ms: durationMs,
}: Pick<Exchange, 'tokens' | 'stream' | 'first_byte_ms' | 'duration_ms'>): number | null {
  const answerMs = durationMs - (stream ? (firstByteMs ?? 0) : 0);
  if (tokens === null || answerMs < shortestMs) return null;
  const written = tokens.output + tokens.reasoning;
  return written === 0 ? null : written / (answerMs / 1_000);
}

export function inputOf(tokens: Exchange['tokens']): number | null {
  if (tokens === null) return null;
  return tokens.input + tokens.cache_read + tokens.cache_write_5m + tokens.cache_write_1h;
}

export function outputOf(tokens: Exchange['tokens']): number | null {
  return tokens === null ? null : tokens.output + tokens.reasoning;
}
