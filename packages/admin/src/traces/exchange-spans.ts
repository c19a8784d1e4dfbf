/**
 * The spans of an exchange: one of the request, and below it one of each attempt. Names and attributes are those of
 * OpenTelemetry's conventions for generative AI (1.41); what those do not know begins with `parley`. None holds a prompt, an
 * answer, a secret, a key or an address.
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
import type { AttemptSummary, ExchangeSummary } from '@parley/core/extension';
import type { Usage } from '@parley/protocol';
import { operationOf, providerName } from '../shared/gen-ai-names.ts';
import { createSpanId, type TraceContext } from './trace-context.ts';

/** A number is an integer; a time may have a fraction. */
export type AttributeValue = string | number | boolean | { readonly seconds: number };

/** An attribute whose value is not known is left out. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

export interface Span {
  readonly context: TraceContext;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: 'server' | 'client';
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}

export interface SpanSettings {
  readonly context: TraceContext;
  /** Milliseconds that a time since 1970 has more than a tick of the monotonic clock. */
  readonly offsetMs: number;
  /** The id of an upstream's provider, by the name of the upstream. */
  readonly findProvider: (upstream: string) => string | undefined;
}

export function createSpans(exchange: ExchangeSummary, settings: SpanSettings): readonly Span[] {
  const request = createRequestSpan(exchange, settings);
  const attempts = exchange.attempts.map((attempt, index) =>
    createAttemptSpan({ exchange, attempt, index }, { ...settings, parentId: request.id }),
  );
  return [request, ...attempts];
}

function createRequestSpan(exchange: ExchangeSummary, { context, offsetMs }: SpanSettings): Span {
  const { callName, error, startedTick, firstByteTick, status } = exchange;
  return {
    context,
    id: createSpanId(),
    parentId: context.parentSpanId,
    kind: 'server',
    name: joinName(exchange, callName),
    startMs: startedTick + offsetMs,
    endMs: startedTick + exchange.durationMs + offsetMs,
    attributes: {
      'gen_ai.operation.name': operationOf(exchange),
      'gen_ai.request.model': callName,
      'gen_ai.request.stream': exchange.stream,
      'gen_ai.response.time_to_first_chunk': exchange.stream
        ? secondsBetween(startedTick, firstByteTick)
        : undefined,
      'url.path': exchange.endpoint,
      'http.response.status_code': status,
      'error.type': error && (error.reason ?? error.code),
      'parley.request_id': exchange.id,
      'parley.dialect': exchange.inbound,
      'parley.outcome': exchange.outcome,
      'parley.attempts': exchange.attempts.length,
    },
    // As in the conventions for HTTP: a refusal is no failure of the server that refuses.
    hasFailed: error !== undefined && (status >= 500 || status < 400),
  };
}

interface PlacedAttempt {
  readonly exchange: ExchangeSummary;
  readonly attempt: AttemptSummary;
  readonly index: number;
}

function createAttemptSpan(
  { exchange, attempt, index }: PlacedAttempt,
  { context, offsetMs, findProvider, parentId }: SpanSettings & { readonly parentId: string },
): Span {
  const { upstream, model, error, startedTick } = attempt;
  const endedTick = attempt.endedTick ?? exchange.startedTick + exchange.durationMs;
  const charge = exchange.charges.find((one) => one.attempt === index + 1);
  return {
    context,
    id: createSpanId(),
    parentId,
    kind: 'client',
    name: joinName(exchange, model),
    startMs: startedTick + offsetMs,
    endMs: Math.max(startedTick, endedTick) + offsetMs,
    attributes: {
      'gen_ai.operation.name': operationOf(exchange),
      'gen_ai.provider.name': providerName(findProvider(upstream) ?? '') || undefined,
      'gen_ai.request.model': model,
      'gen_ai.request.stream': exchange.stream,
      'gen_ai.response.time_to_first_chunk': exchange.stream
        ? secondsBetween(startedTick, attempt.firstByteTick)
        : undefined,
      ...describeUsage(charge?.usage),
      'http.response.status_code': attempt.status,
      'error.type': error?.code,
      'parley.upstream': upstream,
      'parley.attempt': index + 1,
      'parley.charged_nano_usd': charge?.nanoUsd,
    },
    hasFailed: error !== undefined,
  };
}

function joinName(exchange: ExchangeSummary, model: string | undefined): string {
  const operation = operationOf(exchange);
  return model === undefined ? operation : `${operation} ${model}`;
}

function secondsBetween(startedTick: number, tick: number | undefined): AttributeValue | undefined {
  return tick === undefined ? undefined : { seconds: (tick - startedTick) / 1_000 };
}

/** Input contains what was read from caches and written to them, and output the reasoning. */
function describeUsage(usage: Usage | undefined): Attributes {
  if (usage === undefined) return {};
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  return {
    'gen_ai.usage.input_tokens': usage.input + usage.cacheRead + written,
    'gen_ai.usage.output_tokens': usage.output + usage.reasoning,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': written,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning,
  };
}
